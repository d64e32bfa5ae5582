"""Work outside the queue at the desks: gold and calibration."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.models import PRACTICE, Attempt, PhaseItem
from annotation.selectors.calibration.phases import phase_number

# Why a calibration item is not stored any more.
PHASE_OVER: Promise = gettext_lazy(
    "This item was withdrawn, or its phase has ended. Nothing was stored, and nothing is missing."
)


def outside_message() -> str:
    """Return why gold and calibration items are neither skipped nor reported."""
    return _(
        "This item cannot be skipped or reported. Do it as well as you can; ask if something is"
        " unclear."
    )


def header_line(attempt: Attempt) -> str:
    """Return the one line that tells special work from ordinary work; "" for that.

    Silent gold has none: nothing tells it apart.
    """
    if attempt.purpose == Attempt.Purpose.EXPERT:
        return _(
            "Expert: find all evidence there is, in as many sets as it takes. Take your time:"
            " others are measured by what you find."
        )
    if attempt.purpose == Attempt.Purpose.GOLD:
        return _("Gold: candidates are graded by what you submit here.")
    if attempt.purpose != Attempt.Purpose.CALIBRATION:
        return ""
    item = (
        PhaseItem.objects.filter(attempt=attempt)
        .select_related("qualification__candidacy__campaign")
        .first()
    )
    if item is None:
        return ""
    phase = item.qualification
    place = phase.items.filter(gold__withdrawn_at=None, position__lte=item.position).count()
    numbers = {
        "place": place,
        "total": phase.items.filter(gold__withdrawn_at=None).count(),
        "phase": phase_number(phase),
    }
    if phase.phase == PRACTICE:
        return _("Practice, not graded: %(place)d of %(total)d") % numbers
    return _("Calibration, phase %(phase)d: %(place)d of %(total)d") % numbers
