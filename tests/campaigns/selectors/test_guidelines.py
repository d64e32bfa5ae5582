"""The versions of the guidelines that people have read."""

from __future__ import annotations

import pytest

from campaigns.models import Campaign, GuidelinesVersion, Membership
from campaigns.selectors.guidelines import guidelines_unseen_by, latest_guidelines
from campaigns.services import guidelines
from tests.people import NOW, Cast

pytestmark = pytest.mark.django_db


def publish(campaign: Campaign, note: str, **options: int) -> GuidelinesVersion:
    return guidelines.publish_guidelines(
        campaign=campaign, text=f"# {note}", note=note, actor=None, now=NOW, **options
    )


def annotator_of(cast: Cast) -> Membership:
    return Membership.objects.get(campaign=cast.campaign, user=cast.annotator)


def test_a_new_member_has_read_nothing(cast: Cast) -> None:
    assert guidelines_unseen_by(annotator_of(cast)) is None
    publish(cast.campaign, "One")
    unseen = guidelines_unseen_by(annotator_of(cast))
    assert unseen is not None
    assert (unseen.latest.number, unseen.is_first) == (1, True)


def test_a_member_is_told_of_everything_since_what_they_read(cast: Cast) -> None:
    for note in ("One", "Two", "Three"):
        publish(cast.campaign, note)
    member = annotator_of(cast)
    guidelines.mark_guidelines_seen(membership=member, number=1)
    unseen = guidelines_unseen_by(member)
    assert unseen is not None
    assert [version.note for version in unseen.changes] == ["Three", "Two"]
    assert not unseen.is_first
    guidelines.mark_guidelines_seen(membership=member, number=3)
    assert guidelines_unseen_by(annotator_of(cast)) is None


@pytest.mark.parametrize("number", [0, 1, 3, 99])
def test_what_was_read_stays_read_and_nothing_is_read_ahead(cast: Cast, number: int) -> None:
    for note in ("One", "Two"):
        publish(cast.campaign, note)
    guidelines.mark_guidelines_seen(membership=annotator_of(cast), number=2)
    guidelines.mark_guidelines_seen(membership=annotator_of(cast), number=number)
    assert annotator_of(cast).guidelines_seen == 2


def test_of_two_who_edit_one_version_the_second_is_told(cast: Cast) -> None:
    publish(cast.campaign, "One")
    publish(cast.campaign, "Two", edited=1)
    with pytest.raises(guidelines.StaleGuidelinesError):
        publish(cast.campaign, "Mine", edited=1)
    latest = latest_guidelines(cast.campaign)
    assert latest is not None
    assert (latest.number, latest.note) == (2, "Two")
