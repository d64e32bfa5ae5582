"""All work on a campaign until a release was frozen, streamed: some hundreds of rows at a time."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Literal

from annotation.models import (
    Attempt,
    Claim,
    ClaimVersion,
    InteractionKind,
    Verification,
    VerificationVersion,
)
from annotation.rules.logs.bodies import known_part
from annotation.rules.logs.timeline import LoggedAct, build_timeline
from annotation.selectors.logs.acts import logs_of
from annotation.services.logs.interactions import work_time_in
from releases.dataset.evidence_sets import placed_evidence
from releases.dataset.person_hashes import PersonHashes
from releases.dataset.rules.names import LEFT_OUT, PeopleNames, has_mail, without_names
from releases.dataset.rules.records import Act, EvidencePiece, Record
from releases.formats.own.lines import ActLine
from releases.formats.own.work_lines import (
    JudgedLine,
    MaterialLine,
    PlacedLine,
    SuggestionLine,
    VerificationLine,
    WordedLine,
    WritingLine,
    WrittenClaimLine,
)
from releases.models import Release, ReleaseItem

AT_ONCE = 200
# Gold and calibration stand outside the dataset.
_PURPOSES = (
    Attempt.Purpose.VERIFY,
    Attempt.Purpose.EXPERT,
    Attempt.Purpose.ADJUDICATION,
    Attempt.Purpose.MACHINE,
)
_SUGGESTIONS = (
    InteractionKind.SUGGESTION_SHOWN,
    InteractionKind.SUGGESTION_OPENED,
    InteractionKind.SUGGESTION_USED,
)
_SUBMITTED = "submitted"
_ENDS: dict[str, Literal["submitted", "skipped"]] = {
    "submitted": "submitted",
    "skipped": "skipped",
}


class WorkReader:
    """Reads the work of a campaign as it was when a release was frozen."""

    def __init__(self, release: Release, listen: Callable[[], None] = lambda: None) -> None:
        assert release.frozen_at is not None
        self._release = release
        self._until = release.frozen_at
        # As the log has moments: in UTC, without saying so.
        self._log_until = release.frozen_at.astimezone(UTC).replace(tzinfo=None)
        self._people = PersonHashes(release.salt)
        self._hidden = PeopleNames(release.frozen.people)
        self._void = frozenset(release.frozen.void)
        self._listen = listen

    def verifications(self) -> Iterator[VerificationLine]:
        """Yield every verification of the dataset's claims with all its versions."""
        rows = Verification.objects.filter(
            campaign=self._release.campaign_id,
            purpose__in=_PURPOSES,
            submitted_at__lte=self._until,
        ).select_related("annotator", "attempt__assignment", "claim")
        for some in self._batches(rows):
            keys = [row.pk for row in some]
            versions: dict[int, list[VerificationVersion]] = defaultdict(list)
            found = VerificationVersion.objects.filter(
                verification__in=keys, submitted_at__lte=self._until
            ).select_related("claim_version")
            for version in found.order_by("verification", "number"):
                versions[version.verification_id].append(version)
            every = [version.pk for each in versions.values() for version in each]
            evidence = _evidence(every)
            numbers = self._numbers({row.claim_id for row in some})
            logs = self._logs([row.attempt_id for row in some])
            for row in some:
                yield self._verification(row, versions[row.pk], evidence, numbers, logs)

    def writing(self) -> Iterator[WritingLine]:
        """Yield every attempt to write from a highlight, with what was written."""
        rows = Attempt.objects.filter(
            highlight__campaign=self._release.campaign_id,
            purpose=Attempt.Purpose.WRITE,
            started_at__lte=self._until,
        ).select_related("annotator", "highlight__page")
        for some in self._batches(rows):
            keys = [row.pk for row in some]
            written: dict[int, list[Claim]] = defaultdict(list)
            for claim in Claim.objects.filter(attempt__in=keys).order_by("pk"):
                written[claim.attempt_id or 0].append(claim)
            claims = [claim.pk for each in written.values() for claim in each]
            versions: dict[int, list[ClaimVersion]] = defaultdict(list)
            found = ClaimVersion.objects.filter(claim__in=claims, written_at__lte=self._until)
            for version in found.order_by("claim", "number"):
                versions[version.claim_id].append(version)
            numbers = self._numbers(set(claims))
            logs = self._logs(keys)
            for row in some:
                yield self._writing(row, written[row.pk], versions, numbers, logs[row.pk])

    def _batches(self, rows: Any) -> Iterator[list[Any]]:
        last = 0
        while some := list(rows.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
            self._listen()
            yield some
            last = some[-1].pk

    def _logs(self, attempts: Sequence[int]) -> dict[int, list[LoggedAct]]:
        """Return the logs of attempts as they were then."""
        return {
            attempt: [act for act in log if act.received_at <= self._log_until]
            for attempt, log in logs_of(attempts)
        }

    def _numbers(self, claims: set[int]) -> dict[int, tuple[int, int | None]]:
        """Return the numbers of claims in the release, with the versions that it uses."""
        items = ReleaseItem.objects.filter(release=self._release, claim__in=claims)
        return {
            claim: (number, version)
            for claim, number, version in items.values_list("claim", "record_id", "version")
            if claim is not None
        }

    def _verification(
        self,
        row: Verification,
        versions: Sequence[VerificationVersion],
        evidence: dict[int, list[list[PlacedLine]]],
        numbers: dict[int, tuple[int, int | None]],
        logs: dict[int, list[LoggedAct]],
    ) -> VerificationLine:
        number, used = numbers.get(row.claim_id, (None, None))
        slot = row.attempt.assignment
        acts = self._acts(logs[row.attempt_id], len(versions), evidence.get(versions[-1].pk, []))
        return VerificationLine(
            id=number,
            claim=str(row.claim.public_id),
            purpose=row.purpose,
            slot=slot.kind if slot is not None else "",
            verifier=self._people.name(row.annotator_id),
            annotator_kind="machine" if row.purpose == Attempt.Purpose.MACHINE else "person",
            unconfirmed=row.is_unconfirmed,
            simulated=row.annotator.is_simulated,
            void=row.pk in self._void,
            used=used in {version.pk for version in versions},
            arm=row.claim.arm,
            suggestions=_suggestions(acts),
            versions=[
                JudgedLine(
                    number=version.number,
                    claim=self._text(version.claim_version.text),
                    verdict=version.verdict,
                    answer=version.answer,
                    tags=version.tags,
                    evidence=evidence.get(version.pk, []),
                    submitted_at=moment_text(version.submitted_at),
                    seconds={
                        "active": version.active_ms / 1000,
                        "loading": version.loading_ms / 1000,
                        "idle": version.idle_ms / 1000,
                    },
                )
                for version in versions
            ],
            acts=acts,
        )

    def _writing(
        self,
        row: Attempt,
        written: Sequence[Claim],
        versions: dict[int, list[ClaimVersion]],
        numbers: dict[int, tuple[int, int | None]],
        log: list[LoggedAct],
    ) -> WritingLine:
        assert row.highlight is not None
        # By the log, which is never changed: a manager may undo a skip later.
        ends = [act for act in log if act.is_from_server and act.kind in _ENDS]
        end = max(ends, key=lambda act: act.place, default=None)
        acts = self._acts(log, 1, [])
        spent = work_time_in(log)
        highlight = row.highlight
        return WritingLine(
            highlight=MaterialLine(
                highlight.page.title,
                highlight.page.revision,
                highlight.source,
                highlight.addresses,
            ),
            writer=self._people.name(row.annotator_id),
            simulated=row.annotator.is_simulated,
            outcome=_ENDS[end.kind] if end is not None else "open",
            started_at=moment_text(row.started_at),
            ended_at=moment_text(end.received_at.replace(tzinfo=UTC)) if end is not None else None,
            seconds={
                "active": spent.active.total_seconds(),
                "loading": spent.loading.total_seconds(),
                "idle": spent.idle.total_seconds(),
            },
            warnings_shown=_bodies(acts, InteractionKind.WARNING_SHOWN),
            warnings_overridden=_bodies(acts, InteractionKind.WARNING_OVERRIDDEN),
            feedback=_arm(highlight.feedback),
            feedback_asked=_bodies(acts, InteractionKind.FEEDBACK_ASKED),
            feedback_shown=_bodies(acts, InteractionKind.FEEDBACK_SHOWN),
            claims=[
                WrittenClaimLine(
                    id=numbers.get(claim.pk, (None, None))[0],
                    claim=str(claim.public_id),
                    slot=claim.slot,
                    place=claim.place,
                    prescribed=claim.prescribed,
                    versions=[
                        WordedLine(
                            version.number,
                            self._text(version.text),
                            version.verdict,
                            version.tags,
                            moment_text(version.written_at),
                        )
                        for version in versions[claim.pk]
                    ],
                )
                for claim in written
                # What was submitted after the freeze has no version yet.
                if versions[claim.pk]
            ],
            acts=acts,
        )

    def _text(self, text: str) -> str:
        """Return the text of a claim; one that is not in the release may name somebody."""
        is_named = bool(self._hidden.found_in([text])) or has_mail(text)
        return LEFT_OUT if is_named else text

    def _acts(
        self, log: Sequence[LoggedAct], version: int, sets: list[list[PlacedLine]]
    ) -> list[ActLine]:
        """Return the acts until the last version, without texts that name somebody."""
        acts = []
        for act in build_timeline(log):
            acts.append(Act(act.kind, act.at_ms / 1000, known_part(act.kind, act.body)))
            if act.kind == _SUBMITTED and act.body.get("version", 1) == version:
                break
        pieces = tuple(
            tuple(EvidencePiece(each.page, each.address) for each in one) for one in sets
        )
        record = without_names(Record(0, "", "", pieces, acts=tuple(acts)), self._hidden)
        return [ActLine(act.kind, act.seconds, dict(act.body)) for act in record.acts]


def _arm(feedback: str) -> Literal["shown", "withheld", ""]:
    arms: dict[str, Literal["shown", "withheld"]] = {"shown": "shown", "withheld": "withheld"}
    return arms.get(feedback, "")


def _bodies(acts: Sequence[ActLine], kind: str) -> list[dict[str, Any]]:
    return [act.body for act in acts if act.kind == kind]


def _suggestions(acts: Sequence[ActLine]) -> list[SuggestionLine]:
    """Count the acts on suggestions by the machine that made them."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for act in acts:
        if act.kind in _SUGGESTIONS:
            counts[str(act.body.get("provider") or "")][act.kind] += 1
    return [
        SuggestionLine(provider, *(counts[provider][kind] for kind in _SUGGESTIONS))
        for provider in sorted(counts)
    ]


def _evidence(versions: Sequence[int]) -> dict[int, list[list[PlacedLine]]]:
    sets: dict[int, dict[int, list[PlacedLine]]] = defaultdict(lambda: defaultdict(list))
    for version, number, page, address in placed_evidence(versions, "page__title"):
        sets[version][number].append(PlacedLine(page, address))
    return {version: list(by_number.values()) for version, by_number in sets.items()}


def moment_text(at: datetime) -> str:
    """Return a time as the files have it: in UTC, to the second."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"
