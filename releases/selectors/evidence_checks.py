"""Evidence checks: what people judge next, and what was found."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from annotation.models import Claim
from annotation.rules.verifying.elements import ElementReference
from annotation.selectors.review.disagreements import own_work_of
from annotation.selectors.verifying.elements import read_pages
from annotation.selectors.verifying.shown_sets import ShownSet, shown_sets
from campaigns.models import Membership
from metrics.estimates import Estimate, share
from releases.dataset.rules.pooled_evidence import answers_needed, decision
from releases.models import AcceptedSet, EvidenceCheck, EvidenceJudgement, PooledSet, Release
from releases.selectors.facts import corpus_of


def checks_of(release: Release) -> QuerySet[EvidenceCheck]:
    """Return the checks of a release whose sets are drawn, the newest first."""
    checks = EvidenceCheck.objects.filter(release=release, drawn_at__isnull=False)
    return checks.select_related("requested_by", "scoring_job").order_by("-number")


def undrawn_check(release: Release) -> EvidenceCheck | None:
    """Return the check whose sets are being drawn, or whose drawing came to no end."""
    checks = EvidenceCheck.objects.filter(release=release, drawn_at=None)
    return checks.select_related("job").order_by("-number").first()


def sets_of(check: EvidenceCheck) -> QuerySet[PooledSet]:
    """Return the sets of a check in their order, with their claims."""
    sets = PooledSet.objects.filter(evidence_check=check).order_by("position")
    read = sets.select_related("item__version__claim_version", "item__imported")
    return read.defer("item__imported__body")


def _answers(checks: Iterable[EvidenceCheck]) -> dict[int, list[EvidenceJudgement]]:
    """Return the judgements of each set, in their order."""
    judgements = EvidenceJudgement.objects.filter(
        pooled_set__evidence_check__in=[check.pk for check in checks]
    )
    found: dict[int, list[EvidenceJudgement]] = defaultdict(list)
    for judgement in judgements.select_related("judge").order_by("pooled_set", "number"):
        found[judgement.pooled_set_id].append(judgement)
    return found


def open_sets(checks: Sequence[EvidenceCheck], person: User) -> dict[int, list[PooledSet]]:
    """Return by check the sets that wait for this person, in their order.

    Gold and predictions alike; none that the person judged, or whose claim they wrote or verified.
    """
    asked_for = {check.pk: check.judgements for check in checks}
    own = Claim.objects.filter(own_work_of(person), pk=OuterRef("item__claim"))
    sets = PooledSet.objects.filter(~Q(Exists(own)), evidence_check__in=asked_for.keys())
    answers = _answers(checks)
    found: dict[int, list[PooledSet]] = {key: [] for key in asked_for}
    for pooled in sets.order_by("evidence_check", "position"):
        given = answers.get(pooled.pk, [])
        if any(judgement.judge_id == person.pk for judgement in given):
            continue
        if answers_needed([each.answer for each in given], asked_for[pooled.evidence_check_id]):
            found[pooled.evidence_check_id].append(pooled)
    return found


def next_set(check: EvidenceCheck, person: User, after: int = 0) -> PooledSet | None:
    """Return the next set for a person: the first after a position, else the first of all."""
    waiting = open_sets([check], person)[check.pk]
    later = (pooled for pooled in waiting if pooled.position > after)
    found = next(later, next(iter(waiting), None))
    return None if found is None else sets_of(check).get(pk=found.pk)


def shown_set(pooled: PooledSet, release: Release) -> ShownSet:
    """Return a set as people judge it, whichever it is."""
    elements = [ElementReference(page, address) for page, address in pooled.pieces]
    pages = read_pages(corpus_of(release), {element.page for element in elements})
    [shown] = shown_sets({1: elements}, pages)
    return shown


@dataclass(frozen=True, slots=True)
class DecidedSet:
    """A set with its judgements, and the answer that decides; empty without one."""

    pooled: PooledSet
    judgements: Sequence[EvidenceJudgement]
    answer: str


@dataclass(slots=True)
class JudgeFigures:
    """The judgements of one person, and the known gold that they found sufficient."""

    judge: User
    judgements: int = 0
    gold: int = 0
    gold_sufficient: int = 0

    @property
    def share(self) -> Estimate:
        return share(self.gold_sufficient, self.gold)


@dataclass(slots=True)
class CheckResults:
    """The results of a check so far."""

    sets: int = 0
    gold: int = 0
    # Of the predicted sets: those with all their judgements, and their answers.
    judged: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    decided: list[DecidedSet] = field(default_factory=list)
    judges: dict[int, JudgeFigures] = field(default_factory=dict)
    is_finished: bool = True

    @property
    def predicted(self) -> int:
        return self.sets - self.gold

    @property
    def undecided(self) -> int:
        return self.judged - self.answers.total()

    @property
    def new_evidence(self) -> Estimate:
        """The share of judged errors that held new evidence."""
        return share(self.answers[EvidenceJudgement.Answer.SUFFICIENT.value], self.judged)

    def with_answer(self, answer: str) -> list[DecidedSet]:
        """Return the predicted sets with this answer."""
        return [each for each in self.decided if each.answer == answer]


def results_of(check: EvidenceCheck) -> CheckResults:
    """Return what people have found so far."""
    answers = _answers([check])
    results = CheckResults()
    for pooled in sets_of(check):
        given = answers.get(pooled.pk, [])
        words = [judgement.answer for judgement in given]
        results.sets += 1
        results.gold += pooled.is_gold
        missing = answers_needed(words, check.judgements)
        results.is_finished &= not missing
        for judgement in given:
            _count(results, judgement, is_gold=pooled.is_gold)
        if not missing and not pooled.is_gold:
            answer = decision(words, check.judgements)
            results.judged += 1
            results.answers.update([answer] if answer else [])
            results.decided.append(DecidedSet(pooled, given, answer))
    return results


def _count(results: CheckResults, judgement: EvidenceJudgement, *, is_gold: bool) -> None:
    figures = results.judges.setdefault(judgement.judge_id, JudgeFigures(judgement.judge))
    figures.judgements += 1
    if is_gold:
        figures.gold += 1
        figures.gold_sufficient += judgement.answer == EvidenceJudgement.Answer.SUFFICIENT


def acceptable_sets(check: EvidenceCheck) -> list[PooledSet]:
    """Return the predicted sets that were judged sufficient, and were not accepted yet.

    Of one claim the same set may have been accepted in another check.
    """
    found = [
        each.pooled
        for each in results_of(check).with_answer(EvidenceJudgement.Answer.SUFFICIENT.value)
    ]
    accepted = AcceptedSet.objects.filter(
        pooled_set__digest__in={pooled.digest for pooled in found}
    )
    known = set(accepted.values_list("pooled_set__digest", "claim", "pooled_set__item"))
    claims = {(digest, claim) for digest, claim, _ in known if claim is not None}
    items = {(digest, item) for digest, _, item in known}
    return [
        pooled
        for pooled in found
        if (pooled.digest, pooled.item.claim_id) not in claims
        and (pooled.digest, pooled.item_id) not in items
    ]


@dataclass(frozen=True, slots=True)
class WaitingEvidence:
    """A check with sets that wait for a person."""

    check: EvidenceCheck
    count: int


def evidence_waiting(
    person: User, memberships: Sequence[Membership]
) -> dict[int, list[WaitingEvidence]]:
    """Return by membership, for experts, the checks of its campaign with sets to judge."""
    experts = {each.campaign_id: each.pk for each in memberships if each.is_expert}
    if not experts:
        return {}
    rows = EvidenceCheck.objects.filter(
        release__campaign__in=experts, drawn_at__isnull=False, release__withdrawn_at=None
    )
    checks = list(rows.select_related("release").order_by("pk"))
    waiting = open_sets(checks, person)
    found: dict[int, list[WaitingEvidence]] = defaultdict(list)
    for check in checks:
        if count := len(waiting[check.pk]):
            found[experts[check.release.campaign_id]].append(WaitingEvidence(check, count))
    return dict(found)
