"""A study design in one sentence, for managers who change its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.protocols.enums import StageKind
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import SOURCE


def sentence_of(protocol: Protocol, target: int) -> str:
    """Return what a campaign of this design and target does, in one sentence."""
    parts = [_source_words(protocol, target), _claim_words(protocol, target)]
    if protocol.stage_for(StageKind.VERIFY) is not None:
        parts.append(_verification_words(protocol))
    parts.append(
        _("a release is split into %(parts)s")
        % {"parts": _shares((part.name, part.share) for part in protocol.export.parts)}
    )
    return "; ".join(parts) + "."


def _source_words(protocol: Protocol, target: int) -> str:
    words = ngettext("From %d highlight", "From %d highlights", target) % target
    if len(protocol.sources) < 2:
        return words
    return f"{words} ({_shares((one.label, one.share) for one in protocol.sources)})"


def _claim_words(protocol: Protocol, target: int) -> str:
    stage = protocol.stage_for(StageKind.WRITE)
    each = sum(slot.least for slot in stage.slots) if stage else 0
    words = ngettext(
        "people write %(each)d claim each, %(all)d in all",
        "people write %(each)d claims each, %(all)d in all",
        each,
    ) % {"each": each, "all": each * target}
    quotas = [
        f"{protocol.factor(name).label.lower()}: {_shares(_labelled(protocol, name, shares))}"
        for name, shares in protocol.decks().items()
        if name != SOURCE
    ]
    return f"{words} ({'; '.join(quotas)})" if quotas else words


def _labelled(
    protocol: Protocol, name: str, shares: dict[str, Fraction]
) -> list[tuple[str, Fraction]]:
    factor = protocol.factor(name)
    return [(factor.value(value).label, share) for value, share in shares.items()]


def _verification_words(protocol: Protocol) -> str:
    redundancy = protocol.redundancy
    times = redundancy.verifications
    words = ngettext("each is verified %d time", "each is verified %d times", times) % times
    depths: Sequence[int] = [depth.total for depth in redundancy.drawn_depths]
    if depths:
        words = _("%(usual)s, %(share)s of them %(totals)s times") % {
            "usual": words,
            "share": percent(redundancy.duplicates),
            "totals": _(" or ").join(map(str, depths)),
        }
    if depths and redundancy.most_duplicates:
        words = _("%(before)s (at most %(most)d)") % {
            "before": words,
            "most": redundancy.most_duplicates,
        }
    if redundancy.experts:
        words = _("%(before)s, %(share)s by an expert too") % {
            "before": words,
            "share": percent(redundancy.experts),
        }
    if redundancy.silent:
        words = _("%(before)s; %(share)s of what people verify is silent gold") % {
            "before": words,
            "share": percent(redundancy.silent),
        }
    return words


def _shares(shares: Iterable[tuple[str, Fraction]]) -> str:
    return ", ".join(f"{percent(share)} {label}" for label, share in shares if share)


def percent(share: Fraction) -> str:
    """Return a share as a percentage, with one decimal where it needs one."""
    value = f"{float(100 * share):.1f}".removesuffix(".0")
    return f"{value}%"
