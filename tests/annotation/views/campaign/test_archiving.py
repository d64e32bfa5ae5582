"""Archived campaigns on screen: read by everybody in them, changed by nobody."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from annotation.services.campaign.archiving import archive_campaign
from campaigns.models import Campaign
from tests.people import NOW, Cast
from tests.permissions.matrix import MATRIX
from tests.permissions.world import arguments_by_address

pytestmark = pytest.mark.django_db
# What is for archived campaigns, and what starts a new one of its own.
ALLOWED = {"campaign-restore", "campaign-delete"}
# Pages that only ask before something is done; nothing leads to them in an archived campaign.
QUESTIONS = {"campaign-archive", "campaign-close", "campaign-copy", "member-remove"}
# Pages that only serve a change, which nothing should lead to either.
EDITORS = {"campaign-guidelines-edit", "campaign-question-publish", "precedent-edit"}
FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)


def url(name: str, cast: Cast) -> str:
    return reverse(name, args=[cast.campaign.public_id])


def test_nothing_in_an_archived_campaign_takes_a_form(
    cast: Cast, log_in: Callable[[User], Client]
) -> None:
    arguments = arguments_by_address(cast)
    cast.campaign.refresh_from_db()
    Campaign.objects.filter(pk=cast.campaign.pk).update(
        state=Campaign.State.ARCHIVED, archived_from=cast.campaign.state
    )
    client = log_in(cast.administrator)
    taken = {}
    for name, rule in MATRIX.items():
        given = arguments.get(name, {})
        # Those that an administrator may post to in other campaigns.
        if given.get("public_id") != cast.campaign.public_id or name in ALLOWED:
            continue
        if rule.post is None or "administrator" not in rule.post:
            continue
        answer = client.post(reverse(name, kwargs=given))
        if answer.status_code != 403 or "This is archived" not in answer.content.decode():
            taken[name] = answer.status_code
    assert taken == {}
    assert Campaign.objects.get(pk=cast.campaign.pk).state == Campaign.State.ARCHIVED


def changes_in(page: str, allowed: set[str]) -> list[str]:
    """Return the words on the buttons of a page's main part that would change something."""
    main = page[page.index("<main") :]
    return [
        " ".join(re.sub(r"<[^>]*>", " ", inside).split())
        for attributes, inside in FORM.findall(main)
        if 'method="post"' in attributes and "<button" in inside
        if not any(address in attributes for address in allowed)
    ]


@pytest.mark.parametrize("role", ["manager", "annotator"])
def test_no_page_of_an_archived_campaign_offers_what_is_refused(
    cast: Cast, log_in: Callable[[User], Client], role: str
) -> None:
    arguments = arguments_by_address(cast)
    cast.campaign.refresh_from_db()
    Campaign.objects.filter(pk=cast.campaign.pk).update(
        state=Campaign.State.ARCHIVED, archived_from=cast.campaign.state
    )
    client = log_in(cast.by_role()[role])
    allowed = {url(name, cast) for name in ALLOWED}
    refused = {
        reverse(name, kwargs=arguments[name]): name for name in (QUESTIONS | EDITORS) & {*arguments}
    }
    own = {"claim-correct", "my-question", "verification"}
    read, offered, led_to = [], {}, {}
    for name, rule in MATRIX.items():
        given = arguments.get(name, {})
        if given.get("public_id") != cast.campaign.public_id and name not in own:
            continue
        if role not in (rule.get or ()) or name in ALLOWED | QUESTIONS:
            continue
        answer = client.get(reverse(name, kwargs=given))
        page = b"".join(answer).decode(errors="replace")
        if answer.status_code != 200 or "<main" not in page:
            continue
        read.append(name)
        if changes := changes_in(page, allowed):
            offered[name] = changes
        links = set(re.findall(r'href="([^"?#]*)', page[page.index("<main") :]))
        if leading := sorted(refused[link] for link in links & {*refused}):
            led_to[name] = leading
    assert (offered, led_to) == ({}, {})
    assert {"manager": "campaign-calibration", "annotator": "my-claims"}[role] in read


@pytest.mark.parametrize(
    "name", ["my-question", "claim-correct", "verification-reopen", "desk-question"]
)
def test_annotators_change_nothing_of_their_own_in_it(
    cast: Cast, log_in: Callable[[User], Client], name: str
) -> None:
    given = arguments_by_address(cast)[name]
    cast.campaign.refresh_from_db()
    Campaign.objects.filter(pk=cast.campaign.pk).update(
        state=Campaign.State.ARCHIVED, archived_from=cast.campaign.state
    )
    answer = log_in(cast.annotator).post(reverse(name, kwargs=given), {"text": "Why?"})
    assert (answer.status_code, "This is archived" in answer.content.decode()) == (403, True)


PAGES = (
    *("campaign", "campaign-design", "campaign-numbers", "campaign-highlights", "campaign-work"),
    *("campaign-skips", "campaign-questions", "campaign-people", "campaign-guidelines"),
    *("verifications", "reported-claims", "campaign-releases", "campaign-dataset-card"),
    *("campaign-archive", "campaign-delete"),
)


@pytest.mark.parametrize("name", PAGES)
def test_every_page_of_an_archived_draft_opens_or_says_what_is_missing(
    name: str, cast: Cast, log_in: Callable[[User], Client]
) -> None:
    client = log_in(cast.manager)
    before = client.get(url(name, cast)).status_code
    archive_campaign(campaign=cast.campaign, actor=cast.manager, now=NOW)
    assert client.get(url(name, cast)).status_code == before


def test_members_read_it_and_find_it_in_the_list_of_archived_ones(
    cast: Cast, log_in: Callable[[User], Client]
) -> None:
    archive_campaign(campaign=cast.campaign, actor=cast.manager, now=NOW)
    for person in (cast.manager, cast.researcher, cast.annotator, cast.administrator):
        client = log_in(person)
        home = client.get(reverse("home")).content.decode()
        assert "1 archived campaign<" in home
        assert url("campaign", cast) not in home
        listed = client.get(reverse("archived-campaigns")).content.decode()
        assert url("campaign", cast) in listed
        page = client.get(url("campaign", cast))
        assert page.status_code == 200
        assert "This campaign is archived." in page.content.decode()
    stranger = log_in(cast.stranger)
    assert url("campaign", cast) not in stranger.get(reverse("archived-campaigns")).content.decode()
    assert stranger.get(url("campaign", cast)).status_code == 404


def test_only_managers_archive_restore_and_delete(
    cast: Cast, log_in: Callable[[User], Client]
) -> None:
    for person in (cast.researcher, cast.annotator):
        assert log_in(person).post(url("campaign-archive", cast)).status_code == 403
    assert log_in(cast.stranger).post(url("campaign-archive", cast)).status_code == 404
    assert Campaign.objects.get(pk=cast.campaign.pk).state == Campaign.State.DRAFT
    manager = log_in(cast.manager)
    assert "Archive “Rivers”?" in manager.get(url("campaign-archive", cast)).content.decode()
    assert manager.post(url("campaign-archive", cast)).status_code == 302
    assert Campaign.objects.get(pk=cast.campaign.pk).state == Campaign.State.ARCHIVED
    for name in ("campaign-restore", "campaign-delete"):
        for person in (cast.researcher, cast.annotator):
            assert log_in(person).post(url(name, cast)).status_code == 403
    page = manager.get(url("campaign", cast)).content.decode()
    assert url("campaign-restore", cast) in page
    assert manager.post(url("campaign-restore", cast)).status_code == 302
    assert Campaign.objects.get(pk=cast.campaign.pk).state == Campaign.State.DRAFT
    refused = manager.post(url("campaign-delete", cast), {"name": "Rivers"})
    assert refused.status_code == 422
    assert "Only an archived campaign can be deleted." in refused.content.decode()
