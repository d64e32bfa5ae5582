"""Profiles are reported in groups of five or more."""

from __future__ import annotations

import pytest

from accounts.models import Profile, User
from accounts.roles import Role
from accounts.services.profiles import save_profile
from campaigns.models import Campaign, Membership
from campaigns.selectors.profiles import profile_report
from tests.people import NOW

pytestmark = pytest.mark.django_db


def make_campaign(languages: dict[str, int], *, silent: int = 0) -> Campaign:
    """Return a campaign with annotators of these first languages, some without a profile."""
    campaign = Campaign.objects.create(name="Profiles", created_at=NOW)
    spoken = [code for code, count in languages.items() for _number in range(count)]
    for number, language in enumerate(spoken + [""] * silent):
        person = User.objects.create(username=f"speaker{number}", skeleton=f"s{number}")
        Membership.objects.create(
            campaign=campaign,
            user=person,
            role=Role.ANNOTATOR,
            writes_claims=True,
            joined_at=NOW,
        )
        save_profile(person=person, first_language=language, country="", education="", age_band="")
    return campaign


def test_groups_of_five_or_more_are_shown() -> None:
    report = profile_report(make_campaign({"en": 7, "fil": 5}, silent=6))
    assert (report.people, Profile.objects.count()) == (18, 12)
    answers = report.questions[0]
    assert answers.question == "First language"
    assert (answers.groups, answers.others) == (
        (("English", 7), ("Not said", 6), ("Filipino", 5)),
        0,
    )
    # Nobody answered the other questions.
    assert [each.groups for each in report.questions[1:]] == [(("Not said", 18),)] * 3


def test_a_small_group_cannot_be_told_from_the_rest() -> None:
    answers = profile_report(make_campaign({"en": 9, "fil": 6, "de": 2})).questions[0]
    assert (answers.groups, answers.others) == ((("English", 9),), 8)


def test_programs_and_managers_do_not_count() -> None:
    campaign = make_campaign({"en": 5})
    User.objects.filter(username="speaker0").update(is_simulated=True)
    report = profile_report(campaign)
    assert (report.people, report.tells_something) == (4, False)
    campaign.is_demonstration = True
    assert profile_report(campaign).questions[0].groups == (("English", 5),)
