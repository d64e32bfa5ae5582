"""People measured while they work: against silent gold, against experts, and by arm."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import combinations

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from annotation.models import (
    Assignment,
    Attempt,
    Candidacy,
    Claim,
    ClaimReport,
    Evidence,
    Gold,
    Suspension,
    TaskName,
    Verification,
)
from annotation.rules.measuring import Drift, Hits
from annotation.selectors.calibration.phases import calibrated_tasks
from annotation.selectors.review.arms import compared_claims
from annotation.selectors.verifying.silent_gold import (
    UNDONE_GOLD,
    silent_gold_in,
    unfinished_claims,
)
from campaigns.models import Campaign, Membership

# The elements of each set of a verification: page and address.
ElementSets = Sequence[frozenset[tuple[int, str]]]


@dataclass(frozen=True, slots=True)
class SilentOutcome:
    """One verification of silent gold, compared with its answer."""

    person: int
    claim: int
    at: datetime
    arm: str
    is_right: bool
    # The right verdict, with all elements of one of the gold sets.
    is_complete: bool


@dataclass(frozen=True, slots=True)
class PersonSilent:
    """A person's agreement with silent gold."""

    person: User
    verdicts: Hits
    complete: Hits
    # How much of what they verified was silent gold.
    rate: Hits
    drift: Drift
    # The gold that they can still get.
    left: int


@dataclass(frozen=True, slots=True)
class PersonEvidence:
    """A person's evidence measured against an expert's, over the elements of all their claims."""

    person: User
    claims: int
    precision: Hits
    recall: Hits


@dataclass(frozen=True, slots=True)
class ArmAgreement:
    """The agreement among the claims of one arm."""

    arm: Claim.Arm
    # Pairs of verifications of one claim with the same verdict.
    pairs: Hits
    silent: Hits


def silent_outcomes(campaign: Campaign) -> list[SilentOutcome]:
    """Return every verification of silent gold that counts, in the order of their time."""
    rows = list(
        Verification.objects.filter(
            campaign=campaign,
            purpose=Attempt.Purpose.SILENT,
            void_since=None,
            claim__gold__withdrawn_at=None,
        )
        .order_by("submitted_at", "pk")
        .values_list("pk", "claim", "annotator", "submitted_at", "verdict", "claim__arm")
    )
    answers = {
        claim: (pk, verdict)
        for pk, claim, verdict in Verification.objects.filter(
            attempt__answered_gold__campaign=campaign,
            attempt__answered_gold__use=Gold.Use.SILENT,
        ).values_list("pk", "claim", "verdict")
    }
    sets = evidence_sets([*(row[0] for row in rows), *(pk for pk, _verdict in answers.values())])
    return [
        SilentOutcome(
            person=person,
            claim=claim,
            at=at,
            arm=arm,
            is_right=verdict == answers[claim][1],
            is_complete=verdict == answers[claim][1]
            and _is_complete(sets.get(pk, ()), sets.get(answers[claim][0], ())),
        )
        for pk, claim, person, at, verdict, arm in rows
    ]


def _is_complete(given: ElementSets, gold: ElementSets) -> bool:
    """Return whether what was given holds a whole gold set; gold without sets needs none."""
    chosen = frozenset[tuple[int, str]]().union(*given)
    return not gold or any(wanted <= chosen for wanted in gold)


def evidence_sets(verifications: Iterable[int]) -> dict[int, list[frozenset[tuple[int, str]]]]:
    """Return the sets of the latest version of each verification, by its key."""
    rows = (
        Evidence.objects.filter(
            evidence_set__version__verification__in=list(verifications),
            evidence_set__version__number=F("evidence_set__version__verification__number"),
        )
        .order_by("evidence_set__version__verification", "evidence_set__position", "position")
        .values_list(
            "evidence_set__version__verification", "evidence_set__position", "page", "address"
        )
    )
    found: dict[int, dict[int, set[tuple[int, str]]]] = {}
    for verification, number, page, address in rows:
        found.setdefault(verification, {}).setdefault(number, set()).add((page, address))
    return {key: [frozenset(one) for one in sets.values()] for key, sets in found.items()}


def silent_by_person(campaign: Campaign, outcomes: Sequence[SilentOutcome]) -> list[PersonSilent]:
    """Return the agreement of everyone who verifies: who drifted, who had gold, the others."""
    mine: dict[int, list[SilentOutcome]] = {}
    for outcome in outcomes:
        mine.setdefault(outcome.person, []).append(outcome)
    done = dict(
        Verification.objects.filter(
            campaign=campaign,
            purpose__in=[Attempt.Purpose.VERIFY, Attempt.Purpose.SILENT],
            void_since=None,
        )
        .order_by()
        .values_list("annotator")
        .annotate(count=Count("pk"))
    )
    verifying = Membership.objects.filter(
        campaign=campaign, verifies_claims=True, is_expert=False
    ).values_list("user", flat=True)
    people = User.objects.filter(pk__in={*mine, *verifying}).order_by("name", "username")
    left = _gold_left(campaign, people)
    rows = [
        PersonSilent(
            person=person,
            verdicts=Hits.of([one.is_right for one in mine.get(person.pk, [])]),
            complete=Hits.of([one.is_complete for one in mine.get(person.pk, [])]),
            rate=Hits(len(mine.get(person.pk, [])), done.get(person.pk, 0)),
            drift=Drift.of([one.is_right for one in mine.get(person.pk, [])]),
            left=left[person.pk],
        )
        for person in people
    ]
    return sorted(rows, key=lambda row: (not row.drift.is_down, not row.verdicts.items))


def _gold_left(campaign: Campaign, people: Iterable[User]) -> dict[int, int]:
    """Return how much silent gold each person can still get, as `silent_gold_for` for all."""
    gold = list(silent_gold_in(campaign).values_list("identity", "made_by", "answer__annotator"))
    identities = {identity for identity, *_makers in gold}
    held_back = unfinished_claims(campaign).filter(wording__in=identities)
    waiting = set(held_back.values_list("wording", flat=True))
    attempts = Attempt.objects.filter(claim__campaign=campaign).exclude(UNDONE_GOLD)
    written = Claim.with_gold.filter(campaign=campaign)
    seen = {
        *attempts.filter(claim__wording__in=identities).values_list("annotator", "claim__wording"),
        *written.filter(wording__in=identities).values_list("author", "wording"),
    }
    return {
        person.pk: sum(
            (person.pk, identity) not in seen
            and person.pk not in makers
            and identity not in waiting
            for identity, *makers in gold
        )
        for person in people
    }


@dataclass(frozen=True, slots=True)
class CopiedClaim:
    """A claim that is to be verified and has the words of silent gold."""

    claim: Claim
    # The verifiers who do not get the claim, for any reason.
    shut_out: int
    # Those among them who would get it but for the gold.
    by_gold: int
    verifiers: int

    @property
    def is_stuck(self) -> bool:
        """Return whether nobody is left who gets the claim, and somebody would without the gold."""
        return self.by_gold > 0 and self.shut_out >= self.verifiers


def copied_claims(campaign: Campaign) -> list[CopiedClaim]:
    """Return the claims that wait although, or because, silent gold has the same words."""
    gold = Gold.objects.filter(
        campaign=campaign, task=TaskName.VERIFY, use=Gold.Use.SILENT, withdrawn_at=None
    )
    claims = list(
        unfinished_claims(campaign).filter(wording__in=gold.values("identity")).order_by("pk")
    )
    if not claims:
        return []
    verifiers = _working_verifiers(campaign)
    had: dict[str, set[int]] = {}
    for wording, annotator in Attempt.objects.filter(
        purpose=Attempt.Purpose.SILENT,
        claim__gold__in=Gold.objects.filter(
            campaign=campaign, task=TaskName.VERIFY, withdrawn_at=None
        ),
        claim__gold__identity__in={claim.wording for claim in claims},
    ).values_list("claim__gold__identity", "annotator"):
        had.setdefault(wording, set()).add(annotator)
    known = _known_to(claims)
    reported = set(
        ClaimReport.objects.filter(claim__in=claims, state=ClaimReport.State.OPEN).values_list(
            "claim", flat=True
        )
    )
    found = []
    for claim in claims:
        others = verifiers if claim.pk in reported else verifiers & known[claim.pk]
        by_gold = (verifiers - others) & had.get(claim.wording, set())
        found.append(CopiedClaim(claim, len(others) + len(by_gold), len(by_gold), len(verifiers)))
    return found


def _working_verifiers(campaign: Campaign) -> set[int]:
    """Return the keys of the people to whom the queue gives claims, experts aside."""
    members = Membership.objects.filter(
        campaign=campaign, verifies_claims=True, is_expert=False, user__is_active=True
    )
    if TaskName.VERIFY in calibrated_tasks(campaign):
        approved = Candidacy.objects.filter(
            campaign=campaign, task=TaskName.VERIFY, outcome=Candidacy.Outcome.APPROVED
        )
        members = members.filter(user__in=approved.values("person"))
    aside = Suspension.objects.filter(
        campaign=campaign, task=Suspension.Work.VERIFY, undone_at=None
    )
    return set(members.exclude(user__in=aside.values("person")).values_list("user", flat=True))


def _known_to(claims: Sequence[Claim]) -> dict[int, set[int]]:
    """Return who wrote or saw each claim, or held its highlight; not who is at it now."""
    known = {claim.pk: {claim.author_id} if claim.author_id else set() for claim in claims}
    over = Attempt.objects.exclude(outcome__in=[Attempt.Outcome.UNDONE, Attempt.Outcome.OPEN])
    for claim_id, annotator in over.filter(claim__in=claims).values_list("claim", "annotator"):
        known[claim_id].add(annotator)
    holders: dict[int, set[int]] = {}
    for highlight, annotator in Attempt.objects.filter(
        highlight__in={claim.highlight_id for claim in claims if claim.highlight_id}
    ).values_list("highlight", "annotator"):
        holders.setdefault(highlight, set()).add(annotator)
    for claim in claims:
        known[claim.pk] |= holders.get(claim.highlight_id or 0, set())
    return known


def by_week(outcomes: Iterable[SilentOutcome]) -> dict[date, Hits]:
    """Return the right verdicts by week, beginning on Monday, without a gap."""
    weeks: dict[date, Hits] = {}
    for outcome in outcomes:
        day = timezone.localtime(outcome.at).date()
        monday = day - timedelta(days=day.weekday())
        weeks[monday] = weeks.get(monday, Hits()) + Hits(int(outcome.is_right), 1)
    if not weeks:
        return {}
    first, last = min(weeks), max(weeks)
    count = (last - first).days // 7 + 1
    each = (first + timedelta(weeks=number) for number in range(count))
    return {week: weeks.get(week, Hits()) for week in each}


def evidence_by_person(campaign: Campaign) -> list[PersonEvidence]:
    """Return everybody's evidence against that of experts, where those found some, by name."""
    counting = Verification.objects.filter(campaign=campaign, void_since=None)
    experts = dict(
        counting.filter(purpose=Attempt.Purpose.EXPERT)
        .order_by("-submitted_at", "-pk")
        .values_list("claim", "pk")
    )
    given = list(
        counting.filter(purpose=Attempt.Purpose.VERIFY, claim__in=experts)
        .order_by("pk")
        .values_list("pk", "claim", "annotator")
    )
    sets = evidence_sets([*experts.values(), *(row[0] for row in given)])
    found: dict[int, PersonEvidence] = {}
    people = User.objects.in_bulk({row[2] for row in given})
    for pk, claim, annotator in given:
        wanted = _elements(sets, experts[claim])
        if not wanted:
            continue
        chosen = _elements(sets, pk)
        before = found.get(annotator, PersonEvidence(people[annotator], 0, Hits(), Hits()))
        found[annotator] = PersonEvidence(
            people[annotator],
            before.claims + 1,
            before.precision + Hits(len(chosen & wanted), len(chosen)),
            before.recall + Hits(len(chosen & wanted), len(wanted)),
        )
    return sorted(found.values(), key=lambda row: str(row.person))


def _elements(sets: Mapping[int, ElementSets], verification: int) -> frozenset[tuple[int, str]]:
    return frozenset[tuple[int, str]]().union(*sets.get(verification, ()))


def expert_slots(campaign: Campaign) -> dict[str, int]:
    """Return how many claims wait for an expert, and how many are done."""
    slots = Assignment.with_checks.filter(campaign=campaign, kind=Assignment.Kind.EXPERT)
    return slots.aggregate(
        waiting=Count("pk", filter=~Q(state__in=["done", "closed"])),
        done=Count("pk", filter=Q(state="done")),
    )


def experts_in(campaign: Campaign) -> QuerySet[Membership]:
    """Return the experts of a campaign."""
    return Membership.objects.filter(campaign=campaign, is_expert=True)


def agreement_by_arm(campaign: Campaign, outcomes: Sequence[SilentOutcome]) -> list[ArmAgreement]:
    """Return how far people agree with and without suggestions; nothing if there is one arm.

    Of claims that were first taken while suggestions were on.
    """
    compared = compared_claims(campaign)
    rows = (
        Verification.objects.filter(
            campaign=campaign,
            purpose=Attempt.Purpose.VERIFY,
            void_since=None,
            claim__state=Claim.State.LIVE,
            claim__assignments__kind=Assignment.Kind.DUPLICATE,
        )
        .order_by("claim", "pk")
        .values_list("claim", "claim__arm", "verdict", "pk")
        .distinct()
    )
    verdicts: dict[tuple[str, int], list[str]] = {}
    for claim, arm, verdict, _pk in rows:
        if claim in compared:
            verdicts.setdefault((arm, claim), []).append(verdict)
    found = []
    for arm in Claim.Arm:
        pairs = [
            first == second
            for (of, _claim), given in verdicts.items()
            if of == arm
            for first, second in combinations(given, 2)
        ]
        silent = [one.is_right for one in outcomes if one.arm == arm and one.claim in compared]
        found.append(ArmAgreement(arm, Hits.of(pairs), Hits.of(silent)))
    return found if all(each.pairs.items or each.silent.items for each in found) else []
