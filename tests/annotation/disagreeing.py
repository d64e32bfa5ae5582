"""A claim that two people verified differently, and managers who decide about it."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from accounts.roles import Role
from annotation.models import Adjudication, Attempt, Claim
from annotation.rules.verifying.judgements import Judgement
from annotation.rules.verifying.rulings import Ruling
from annotation.selectors.review import disagreements
from annotation.services.review import adjudications
from annotation.services.verifying import confirmations, queue
from campaigns.models import Membership
from tests.annotation.verifying_world import Desk, element, judgement, submit_confirmed
from tests.people import NOW

FIRST = judgement([element("sentence_1")])
SECOND = judgement([element("sentence_2")], verdict="refuted", answer="yes")


def disagree(
    desk: Desk,
    *judgements: Judgement,
    claim: Claim | None = None,
    people: Sequence[User] | None = None,
) -> Claim:
    """Have two people verify a claim, one after the other, with these judgements."""
    wanted = claim or Claim.objects.filter(campaign=desk.campaign).order_by("pk")[0]
    pairs = zip(people or desk.verifiers, judgements or (FIRST, SECOND), strict=False)
    for person, given in pairs:
        submit_confirmed(attempt=take_claim(desk, wanted, person), judgement=given, now=NOW)
    wanted.refresh_from_db()
    return wanted


def take_claim(desk: Desk, claim: Claim, person: User) -> Attempt:
    """Take claims until it is this one; the others are left."""
    while True:
        taken = queue.take_claim(campaign=desk.campaign, annotator=person, now=NOW)
        if taken.assignment.claim_id == claim.pk:
            return taken.attempt
        queue.skip_claim(attempt=taken.attempt, reason="other", text="Not this one.", now=NOW)


def add_manager(desk: Desk, name: str = "milo") -> User:
    person = User.objects.create(username=name, name=name.capitalize(), email=f"{name}@example.org")
    Membership.objects.create(campaign=desk.campaign, user=person, role=Role.MANAGER, joined_at=NOW)
    return person


def ruling_for(claim: Claim, cause: str = "slip", comment: str = "") -> Ruling:
    """Return a ruling about the claim as it is now."""
    fresh = Claim.objects.select_related("campaign").get(pk=claim.pk)
    in_force = disagreements.adjudication_in_force(fresh)
    return Ruling(
        cause=cause,
        comment=comment,
        seen=disagreements.state_digest(fresh, fresh.campaign),
        replaces=str(in_force.public_id) if in_force else "",
    )


def rule(
    attempt: Attempt,
    chosen: Judgement,
    *,
    ruling: Ruling | None = None,
    cause: str = "slip",
    comment: str = "",
) -> Adjudication:
    """Confirm a judgement at the bench and decide with it."""
    confirmations.confirm_judgement(attempt=attempt, judgement=chosen)
    given = ruling or ruling_for(Claim.objects.get(pk=attempt.at_claim), cause, comment)
    return adjudications.adjudicate_claim(attempt=attempt, judgement=chosen, ruling=given, now=NOW)
