"""The claims of a release on screen."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from campaigns.models import Campaign
from releases.models import ReleaseItem
from tests.annotation.verifying_world import Desk
from tests.releases.world import address, choices_of, make_release, make_tiny_release, manager_of
from tests.wiki.pages import make_corpus, make_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


def test_the_context_of_evidence_is_set_apart_by_spaces(client: Client, desk: Desk) -> None:
    text = "== North face ==\n=== First ascent ===\nFour people climbed it in 1938."
    corpus = make_corpus("Mountains")
    make_page("Eiger", text, corpus=corpus)
    Campaign.objects.filter(pk=desk.campaign.pk).update(corpus=corpus)
    desk.campaign.refresh_from_db()
    make_tiny_release(desk.campaign, page="Eiger")
    page = client.get(address("release-claim", desk, 1, 1)).content.decode()
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page))
    assert "Eiger › North face › First ascent" in words


def test_claims_are_browsed_by_what_they_are(client: Client, desk: Desk) -> None:
    release = make_release(desk.campaign)
    url = address("release-claims", desk, 1)
    everything = client.get(url)
    assert everything.context["page"].paginator.count == 30
    some = client.get(
        url, {"verdict": "refuted", "split": "train", "evidence_kind": "several"}
    ).context["page"]
    expected = ReleaseItem.objects.filter(
        release=release, verdict="refuted", split="train", evidence_kind="several"
    )
    assert [item.pk for item in some] == [item.pk for item in expected.order_by("record_id")]
    assert client.get(url, {"verdict": "perhaps"}).status_code == 400
    item = ReleaseItem.objects.filter(release=release, evidence_kind="cells")[0]
    page = client.get(address("release-claim", desk, 1, item.record_id)).content.decode()
    assert "Evidence set 1" in page
    # A verdict is told by icon, word and colour, in the list, too.
    word = f'<span class="verdict-word verdict-word--{item.verdict}"><svg'
    assert page.count(word) == 1
    assert (
        everything.content.decode().count(word)
        == release.items.filter(verdict=item.verdict).count()
    )
    # The header of the cell's column is spelt out, and the link leads to the cell.
    assert "› Year" in page
    assert "#cell_0_" in page
    assert client.get(address("release-claim", desk, 1, 999_999)).status_code == 404


def test_withheld_claims_are_hidden_from_researchers_not_from_managers(
    client: Client, desk: Desk, log_in: Callable[[User], Client]
) -> None:
    release = make_release(desk.campaign, choices_of(desk.campaign, withheld=("test",)))
    hidden = ReleaseItem.objects.filter(release=release, split="test")[0]
    url = address("release-claim", desk, 1, hidden.record_id)
    assert client.get(url).status_code == 404
    assert client.get(address("release-claims", desk, 1)).context["page"].paginator.count == 27
    assert log_in(manager_of(desk)).get(url).status_code == 200


def test_claims_are_found_by_their_words(client: Client, desk: Desk) -> None:
    release = make_release(desk.campaign)
    url = address("release-claims", desk, 1)
    item = release.items.order_by("record_id").select_related("version__claim_version").first()
    assert item is not None and item.version is not None
    words = item.version.claim_version.text.split()
    expected = [
        other
        for other in release.items.select_related("version__claim_version")
        if other.version is not None
        and all(
            word.lower() in other.version.claim_version.text.lower()
            for word in (words[-1], words[0])
        )
    ]
    found = client.get(url, {"text": f"{words[-1]} {words[0].upper()}"})
    assert found.context["page"].paginator.count == len(expected) >= 1
    assert client.get(url, {"text": "nowhere-to-be-found"}).context["page"].paginator.count == 0
