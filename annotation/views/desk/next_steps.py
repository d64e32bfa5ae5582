"""The way on from a desk: the next item at once, the one that was interrupted, or home."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from annotation.models import Attempt, Claim, Suspension, TaskName, Verification
from annotation.selectors.desk.attempts import campaign_of, held_attempt
from campaigns.models import Campaign
from campaigns.protocols.writing import Stage

# The address that hands out the next item, and the desk of one, by the kind of work.
TAKE = {Attempt.Purpose.WRITE: "write", Attempt.Purpose.VERIFY: "verify"}
DESK = {Attempt.Purpose.WRITE: "writing-desk", Attempt.Purpose.VERIFY: "verifying-desk"}
# In the address of a correction: it was opened at a desk, and leads back to it.
FROM_DESK = "from"


def finished(
    request: HttpRequest, attempt: Attempt, message: str, *, takes_next: bool = True
) -> JsonResponse:
    """Say how an item ended; answer with the way on, for the scripts of a desk.

    `take` is posted to for the next item; a person who stops here goes to `next`.
    """
    messages.success(request, message)
    name = take_name(attempt) if takes_next else ""
    take = reverse(name, args=[campaign_of(attempt).public_id]) if name else ""
    return JsonResponse({"next": next_address(attempt), "take": take})


def take_name(attempt: Attempt) -> str:
    """Return the name of the address that hands out the next item of this kind; "" if none does."""
    if attempt.purpose == Attempt.Purpose.CALIBRATION:
        return "calibrate-write" if attempt.highlight_id is not None else "calibrate-verify"
    return TAKE.get(attempt.task, "")


def next_address(attempt: Attempt) -> str:
    """Return where a person goes who stops: home, or from gold to the list of it."""
    if attempt.purpose == Attempt.Purpose.GOLD:
        return reverse("campaign-gold", args=[campaign_of(attempt).public_id])
    return reverse("home")


def not_approved_message(task: TaskName) -> str:
    """Return what a candidate reads who asks for work before they are approved."""
    if task is TaskName.WRITE:
        return _("You can write claims here once the managers have approved you.")
    return _("You can verify claims here once the managers have approved you.")


def after_correction(request: HttpRequest, attempt: Attempt, message: str) -> JsonResponse:
    """Say how a correction ended, and lead back to the work that it interrupted, if any."""
    messages.success(request, message)
    return JsonResponse({"next": interrupted_desk(attempt) or reverse("home"), "take": ""})


def not_open_message(campaign: Campaign) -> str:
    """Return what a person reads who asks for an item of a campaign that hands out nothing."""
    state = Campaign.objects.values_list("state", flat=True).get(pk=campaign.pk)
    if state == Campaign.State.PAUSED:
        return _("The campaign is paused by the manager. Your work is kept.")
    if state == Campaign.State.ARCHIVED:
        return _("The campaign is archived. Thank you for your work.")
    if state == Campaign.State.CLOSED:
        return _("The campaign is closed. Thank you for your work.")
    return _("The campaign is not open yet.")


def set_aside_message(suspension: Suspension) -> str:
    """Return what a person reads whose work a manager set aside."""
    return _(
        "A manager set your work from %(day)s on aside: %(reason)s You get no more of it for"
        " now. Your drafts are kept; ask your managers if you have a question."
    ) % {"day": suspension.since.date().isoformat(), "reason": suspension.reason}


def interrupted_desk(attempt: Attempt) -> str:
    """Return the address of the desk at which this person holds another item; "" if none."""
    purpose = attempt.task
    if purpose not in DESK:
        return ""
    held = held_attempt(attempt.annotator_id, campaign_of(attempt), purpose)
    return reverse(DESK[purpose], args=[held.public_id]) if held else ""


def submitted_verification(verification: Verification, said: str) -> SafeString:
    """Return the message after a verification, with the button that opens it again."""
    # The button belongs to the form of `ui/messages.html`, which has the token.
    return format_html(
        '<span>{}</span> <button type="submit" class="button button--small" form="message-form"'
        ' formaction="{}" data-correct-last>{}</button>',
        said,
        reverse("verification-reopen", args=[verification.public_id]),
        _("Correct the last one"),
    )


def submitted_claims(claims: Sequence[Claim], stage: Stage, said: str) -> SafeString:
    """Return the message after writing, with a link to correct each claim."""
    labels = {slot.name: slot.label for slot in stage.slots}
    links = format_html_join(
        " · ",
        '<a href="{}?{}=desk" data-correct-last>{}</a>',
        (
            (
                reverse("claim-correct", args=[claim.public_id]),
                FROM_DESK,
                labels.get(claim.slot, claim.slot),
            )
            for claim in claims
        ),
    )
    return format_html("<span>{}</span> <span>{} {}</span>", said, _("Correct the last:"), links)
