"""The profiles of a campaign's annotators, in groups of five or more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.countries import COUNTRIES
from accounts.languages import LANGUAGES
from accounts.models import AgeBand, Education, Profile
from accounts.roles import Role
from campaigns.models import Campaign, Membership
from metrics.small_groups import group_counts

_NOT_SAID = _("Not said")
# The questions in their order: the label, and the label of each answer.
_QUESTIONS: dict[str, tuple[Promise, Mapping[str, str | Promise]]] = {
    "first_language": (_("First language"), LANGUAGES),
    "country": (_("Country"), COUNTRIES),
    "education": (_("Education in language"), dict(Education.choices)),
    "age_band": (_("Age"), dict(AgeBand.choices)),
}


@dataclass(frozen=True, slots=True)
class ProfileAnswers:
    """The answers to one question: groups that may be shown, and all others together."""

    question: str
    groups: tuple[tuple[str, int], ...]
    others: int


@dataclass(frozen=True, slots=True)
class ProfileReport:
    """The profiles of a campaign's annotators."""

    people: int
    questions: tuple[ProfileAnswers, ...]

    @property
    def tells_something(self) -> bool:
        return any(answers.groups for answers in self.questions)


def profile_report(campaign: Campaign) -> ProfileReport:
    """Count the answers of a campaign's annotators; no group below five can be told from it.

    Programs count in demonstrations only.
    """
    annotators = Membership.objects.filter(campaign=campaign, role=Role.ANNOTATOR)
    if not campaign.is_demonstration:
        annotators = annotators.filter(user__is_simulated=False)
    people = annotators.count()
    profiles = list(Profile.objects.filter(person__in=annotators.values("user")))
    questions = []
    for field, (question, labels) in _QUESTIONS.items():
        given = Counter(getattr(profile, field) for profile in profiles)
        given[""] += people - len(profiles)
        counted = group_counts(given)
        groups = [(str(labels.get(name, _NOT_SAID)), count) for name, count in counted.shown]
        questions.append(ProfileAnswers(str(question), tuple(groups), counted.pooled))
    return ProfileReport(people, tuple(questions))
