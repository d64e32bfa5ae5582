"""The filter `numeral`: a number as people write it, 12,778 or 4.5."""

from __future__ import annotations

from decimal import Decimal

from django import template
from django.utils.formats import number_format

register = template.Library()
# As many decimals as the desk shows while cells are selected.
_DECIMALS = 4


@register.filter
def numeral(value: Decimal | str) -> str:
    """Return a number, or one that was stored as text, with its thousands apart.

    It has no zeros at its end.
    """
    # Not by `quantize`, which refuses numbers of more digits than its precision.
    whole, _point, decimals = f"{Decimal(value):.{_DECIMALS}f}".partition(".")
    kept = decimals.rstrip("0")
    return number_format(Decimal(f"{whole}.{kept}" if kept else whole), force_grouping=True)
