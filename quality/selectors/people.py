"""The people of a campaign: their work of this moment beside the figures of the newest report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.core.cache.backends.locmem import LocMemCache
from django.db.models import QuerySet

from accounts.models import User
from annotation.models import Candidacy, Qualification, Suspension
from annotation.selectors.calibration.phases import calibrated_tasks
from annotation.selectors.campaign.claims import people_in
from annotation.selectors.campaign.people import PersonWork, work_by_person
from campaigns.models import Campaign, GuidelinesVersion, Membership
from quality.measuring.results import AgreementResult, PersonFigures
from quality.models import PersonNote, QualityReport
from quality.selectors.reports import newest_result


class GuidelinesState(StrEnum):
    """The states of a member by the version of the guidelines that they have read."""

    READ = "read"
    OLDER = "older"
    UNREAD = "unread"
    # There are none, or the person has left.
    NONE = "none"


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One person of a campaign in numbers."""

    person: User
    # None for a person who has left.
    membership: Membership | None
    work: PersonWork
    # None without a report, or without verifications in it.
    figures: PersonFigures | None
    candidacies: tuple[Candidacy, ...]
    is_set_aside: bool
    guidelines: GuidelinesState


@dataclass(frozen=True, slots=True)
class PeopleTable:
    """Everyone who writes or verifies in a campaign, by name, and the report of their figures."""

    rows: list[PersonRow]
    report: QualityReport | None
    # Without it nobody has a state of calibration.
    requires_calibration: bool


@dataclass(frozen=True, slots=True)
class PeopleAgreement:
    """The newest report on agreement with its result; neither where there is none."""

    report: QualityReport | None = None
    result: AgreementResult | None = None

    @property
    def figures(self) -> dict[str, PersonFigures]:
        """Return the figures of people by their public ids."""
        people = self.result.people if self.result is not None else ()
        return {figures.person: figures for figures in people}


# To count the work of a large campaign takes half a second, so it is counted once a minute. Kept by
# the process: the page needs no other server.
KEPT_WORK = LocMemCache("work-of-people", {"TIMEOUT": 60, "MAX_ENTRIES": 50})


def people_table(campaign: Campaign, now: datetime) -> PeopleTable:
    """Return the table. The number of queries does not grow with the people."""
    agreement = agreement_of_people(campaign)
    key = f"{campaign.public_id}:{now.date()}"
    work = KEPT_WORK.get(key)
    if work is None:
        work = work_by_person(campaign, now)
        KEPT_WORK.set(key, work)
    rows = _rows(campaign, people_in(campaign), work, agreement.figures)
    return PeopleTable(rows, agreement.report, bool(calibrated_tasks(campaign)))


def person_in(campaign: Campaign, public_id: UUID) -> User | None:
    """Return one person of those in the table of a campaign."""
    return people_in(campaign).filter(public_id=public_id).first()


def person_row(
    campaign: Campaign, person: User, now: datetime, agreement: PeopleAgreement
) -> PersonRow:
    """Return one person of a campaign, with their work of this moment."""
    work = work_by_person(campaign, now, only=person)
    return _rows(campaign, [person], work, agreement.figures)[0]


def _rows(
    campaign: Campaign,
    people: Iterable[User],
    work: Mapping[int, PersonWork],
    figures: Mapping[str, PersonFigures],
) -> list[PersonRow]:
    members = {member.user_id: member for member in Membership.objects.filter(campaign=campaign)}
    candidacies: dict[int, list[Candidacy]] = {}
    for candidacy in Candidacy.objects.filter(campaign=campaign).order_by("task"):
        candidacies.setdefault(candidacy.person_id, []).append(candidacy)
    aside = set(
        Suspension.objects.filter(campaign=campaign, undone_at=None).values_list(
            "person", flat=True
        )
    )
    latest = _latest_guidelines(campaign)
    return [
        PersonRow(
            person=person,
            membership=members.get(person.pk),
            work=work.get(person.pk, PersonWork()),
            figures=figures.get(str(person.public_id)),
            candidacies=tuple(candidacies.get(person.pk, ())),
            is_set_aside=person.pk in aside,
            guidelines=_guidelines_state(members.get(person.pk), latest),
        )
        for person in people
    ]


def agreement_of_people(campaign: Campaign) -> PeopleAgreement:
    """Return the newest report on agreement, read once."""
    found = newest_result(campaign, QualityReport.Kind.AGREEMENT)
    if found is None or not isinstance(found[1], AgreementResult):
        return PeopleAgreement()
    return PeopleAgreement(found[0], found[1])


def _latest_guidelines(campaign: Campaign) -> int:
    versions = GuidelinesVersion.objects.filter(campaign=campaign).order_by("-number")
    return versions.values_list("number", flat=True).first() or 0


def _guidelines_state(member: Membership | None, latest: int) -> GuidelinesState:
    if member is None or not latest:
        return GuidelinesState.NONE
    if member.guidelines_seen >= latest:
        return GuidelinesState.READ
    return GuidelinesState.OLDER if member.guidelines_seen else GuidelinesState.UNREAD


def notes_about(person: User, campaign: Campaign) -> QuerySet[PersonNote]:
    """Return the managers' notes about a person in a campaign, the newest first."""
    notes = PersonNote.objects.filter(campaign=campaign, person=person)
    return notes.select_related("written_by").order_by("-written_at", "-pk")


def phases_of(person: User, campaign: Campaign) -> QuerySet[Qualification]:
    """Return the phases of calibration that a person has begun in a campaign, in order."""
    phases = Qualification.objects.filter(candidacy__campaign=campaign, candidacy__person=person)
    return phases.select_related("candidacy").order_by("started_at", "pk")
