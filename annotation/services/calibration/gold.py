"""Gold: made by managers at the same desks, described, withdrawn."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from django.db import IntegrityError, transaction

from accounts.models import User
from annotation.models import (
    LONGEST_CLAIM,
    Attempt,
    Claim,
    ClaimVersion,
    Gold,
    Highlight,
    Qualification,
    TaskName,
)
from annotation.models.gold import LONGEST_WHY
from annotation.rules.checks.duplicates import identity_key
from annotation.selectors.calibration.phases import phases_for
from annotation.selectors.desk.attempts import may_still_work
from annotation.services.calibration import phase_items
from annotation.services.calibration.phases import begin_writing
from annotation.services.verifying import verifications
from campaigns.models import Campaign
from campaigns.protocols.enums import Dealing, Look
from campaigns.protocols.protocol import Protocol
from campaigns.selectors.guidelines import guidelines_in_force
from campaigns.selectors.protocols import protocol_of
from core.services import audit
from wiki.models import Page

MOST_TRIES = 9
LONGEST_CLAUSE = 200


class GoldRefusedError(Exception):
    """Something about the gold is wrong; `code` says what, `field` where."""

    def __init__(self, code: str, field: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.field = field


class GoldInUseError(Exception):
    """People have got this item: its answer stays as it is. It can be withdrawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldDescription:
    """Everything about gold but its item and its answer."""

    use: Gold.Use
    # A name of the protocol's, for calibration.
    phase: str = ""
    try_number: int = 1
    position: int = 0  # 0 for the last place
    difficulty: Gold.Difficulty = Gold.Difficulty.EASY
    why: str = ""
    clause: str = ""


@transaction.atomic
def make_claim_gold(
    *,
    campaign: Campaign,
    text: str,
    description: GoldDescription,
    actor: User,
    now: datetime,
) -> Gold:
    """Make a claim for candidates to verify. The manager answers it at the desk."""
    text = text.strip()
    if not text or "\0" in text:
        raise GoldRefusedError("empty", "text")
    if len(text) > LONGEST_CLAIM:
        raise GoldRefusedError("too_long", "text")
    if protocol_of(campaign).evidence.look is Look.GIVEN:
        # Such a claim is verified with its highlight, and gold has none.
        raise GoldRefusedError("no_highlight", "text")
    _check_description(campaign, TaskName.VERIFY, description)
    guidelines = guidelines_in_force(campaign)
    claim = Claim.with_gold.create(
        campaign=campaign,
        author=actor,
        text=text,
        wording=identity_key(text),
        guidelines=guidelines,
        written_at=now,
        state=Claim.State.GOLD,
    )
    ClaimVersion.objects.create(
        claim=claim,
        number=1,
        text=text,
        guidelines=guidelines,
        written_at=now,
        written_by=actor,
    )
    gold = Gold(campaign=campaign, task=TaskName.VERIFY, claim=claim, identity=claim.wording)
    return _store(gold, description, actor, now)


@transaction.atomic
def make_highlight_gold(
    *,
    campaign: Campaign,
    page: Page,
    source: str,
    addresses: Sequence[str],
    prescribed: Mapping[str, Mapping[str, str]],
    description: GoldDescription,
    actor: User,
    now: datetime,
) -> Gold:
    """Make a highlight for candidates to write from. The manager writes the model claims."""
    _check_description(campaign, TaskName.WRITE, description)
    chosen = check_prescribed(protocol_of(campaign), prescribed)
    identity = sha256(json.dumps([page.title, list(addresses)]).encode()).hexdigest()
    highlight = Highlight.with_gold.create(
        campaign=campaign,
        page=page,
        unit=f"gold:{identity[:40]}",
        source=source,
        addresses=list(addresses),
        rank=0,
        drawn_at=now,
        state=Highlight.State.GOLD,
    )
    gold = Gold(
        campaign=campaign,
        task=TaskName.WRITE,
        highlight=highlight,
        prescribed=chosen,
        identity=identity,
    )
    return _store(gold, description, actor, now)


def _store(gold: Gold, description: GoldDescription, actor: User, now: datetime) -> Gold:
    gold.made_by, gold.made_at = actor, now
    _describe(gold, description)
    _save(gold)
    audit.record(
        actor=actor,
        action="gold.made",
        target=gold,
        now=now,
        details={"campaign": gold.campaign.name, "use": gold.use, "phase": gold.phase},
    )
    return gold


def _save(gold: Gold) -> None:
    same = Gold.objects.filter(campaign=gold.campaign, task=gold.task, identity=gold.identity)
    is_silent = gold.use == Gold.Use.SILENT
    others = same.exclude(pk=gold.pk).values_list("use", flat=True)
    if any((use == Gold.Use.SILENT) != is_silent for use in others):
        # Also of gold that is withdrawn: somebody may remember it.
        raise GoldRefusedError("other_use", "text")
    try:
        with transaction.atomic():
            gold.save()
    except IntegrityError as error:
        raise GoldRefusedError("twice", "text") from error


def check_prescribed(
    protocol: Protocol, prescribed: Mapping[str, Mapping[str, str]]
) -> dict[str, dict[str, str]]:
    """Return a prescription for every slot and dealt factor; raise GoldRefusedError."""
    chosen: dict[str, dict[str, str]] = {}
    for slot, factors in prescribable(protocol).items():
        for factor in factors:
            value = prescribed.get(slot, {}).get(factor, "")
            if value not in [known.name for known in protocol.factor(factor).values]:
                raise GoldRefusedError("prescription", f"{slot}.{factor}")
            chosen.setdefault(slot, {})[factor] = value
    return chosen


def prescribable(protocol: Protocol) -> dict[str, list[str]]:
    """Return the factors that are dealt for the slots of writing, by slot."""
    return {
        slot.name: [
            factor for factor in slot.factors if protocol.factor(factor).dealt is Dealing.QUOTA
        ]
        for stage, slot in protocol.slots()
        if stage.kind == "write"
    }


def _check_description(campaign: Campaign, task: TaskName, description: GoldDescription) -> None:
    phases = [phase.name for phase in phases_for(protocol_of(campaign), task)]
    is_phase = description.use is Gold.Use.PHASE
    if description.use is Gold.Use.SILENT and task is not TaskName.VERIFY:
        # Claims that people write cannot be compared with a manager's.
        raise GoldRefusedError("silent", "use")
    if is_phase != bool(description.phase) or (is_phase and description.phase not in phases):
        raise GoldRefusedError("phase", "phase")
    if not 1 <= description.try_number <= MOST_TRIES:
        raise GoldRefusedError("try", "try_number")
    if not 0 <= description.position <= 10_000:
        raise GoldRefusedError("position", "position")
    for name, most in (("why", LONGEST_WHY), ("clause", LONGEST_CLAUSE)):
        text: str = getattr(description, name)
        if len(text) > most or "\0" in text:
            raise GoldRefusedError("too_long", name)


def _describe(gold: Gold, description: GoldDescription) -> None:
    gold.use, gold.phase = description.use, description.phase
    gold.try_number, gold.difficulty = description.try_number, description.difficulty
    gold.why, gold.clause = description.why.strip(), description.clause.strip()
    beside = Gold.objects.filter(
        campaign=gold.campaign,
        task=gold.task,
        use=gold.use,
        phase=gold.phase,
        try_number=gold.try_number,
    ).exclude(pk=gold.pk)
    last = beside.order_by("-position").values_list("position", flat=True).first() or 0
    gold.position = description.position or last + 1


@transaction.atomic
def describe_gold(*, gold: Gold, description: GoldDescription, actor: User, now: datetime) -> Gold:
    """Change why an item is gold and where it is used; where it is used, only before its use."""
    held = _hold(gold)
    _check_description(held.campaign, TaskName(held.task), description)
    moved = (description.use, description.phase, description.try_number) != (
        held.use,
        held.phase,
        held.try_number,
    )
    if moved and is_in_use(held):
        raise GoldInUseError
    before = {"use": held.use, "phase": held.phase, "try": held.try_number}
    _describe(held, description)
    _save(held)
    audit.record(
        actor=actor, action="gold.changed", target=held, now=now, details={"before": before}
    )
    return held


@transaction.atomic
def answer_gold(*, gold: Gold, actor: User, now: datetime) -> Attempt:
    """Open the desk at which a manager answers the item, or the one that is open already."""
    held = _hold(gold)
    if held.withdrawn_at is not None:
        raise GoldRefusedError("withdrawn")
    if is_in_use(held) or _is_answered_by_another(held, actor):
        raise GoldInUseError
    if held.claim is not None:
        attempt = verifications.begin_verification(
            claim=held.claim, annotator=actor, purpose=Attempt.Purpose.GOLD, now=now
        )
    else:
        assert held.highlight is not None
        attempt = begin_writing(
            highlight=held.highlight, annotator=actor, purpose=Attempt.Purpose.GOLD, now=now
        )
    held.answer = attempt
    held.save(update_fields=["answer"])
    return attempt


def _is_answered_by_another(gold: Gold, actor: User) -> bool:
    """Return whether another manager answered, or may still do so: who left holds nothing."""
    answer = gold.answer
    if answer is None or answer.annotator_id == actor.pk:
        return False
    return answer.outcome != Attempt.Outcome.OPEN or may_still_work(answer)


@transaction.atomic
def withdraw_gold(*, gold: Gold, actor: User, now: datetime) -> None:
    """Withdraw gold. What candidates did with it is kept, but does not count any more."""
    held = _hold(gold)
    if held.withdrawn_at is not None:
        return
    held.withdrawn_at, held.withdrawn_by = now, actor
    held.save(update_fields=["withdrawn_at", "withdrawn_by"])
    # It may have been the last item that somebody had to do.
    touched = Qualification.objects.filter(items__gold=held).order_by("pk")
    for key in list(touched.values_list("pk", flat=True)):
        phase = phase_items.hold_phase(Qualification.objects.filter(pk=key))
        assert phase is not None
        phase_items.close_if_done(phase, now)
        phase_items.end_reading(phase, now)
    audit.record(
        actor=actor,
        action="gold.withdrawn",
        target=held,
        now=now,
        details={"campaign": held.campaign.name},
    )


def is_in_use(gold: Gold) -> bool:
    """Return whether somebody has this item, in calibration or as silent gold."""
    if gold.phase_items.exists():
        return True
    return (
        gold.claim_id is not None
        and Attempt.objects.filter(claim=gold.claim_id, purpose=Attempt.Purpose.SILENT).exists()
    )


def _hold(gold: Gold) -> Gold:
    return (
        Gold.objects.select_for_update(no_key=True, of=("self",))
        .select_related("campaign", "claim", "highlight", "answer")
        .get(pk=gold.pk)
    )
