"""The manager's answers in the papers of a release."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from campaigns.services.guidelines import publish_guidelines
from releases.dataset.rules.cards import CardAnswers
from releases.papers.card_sections import NOT_ANSWERED, about, card_of, questions
from releases.services.cards import save_card
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.world import make_release, make_tiny_release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]

HOSTILE = "</dd><script>alert('no')</script>\n# Not a heading\n\u202eno"
CARD = CardAnswers(
    summary="Claims about lakes.",
    authors=("Ada Lovelace", "Grace Hopper"),
    citation="@misc{lakes,\n  year = 2026\n}",
    licence="CC BY-SA 4.0",
    doi="10.5281/zenodo.123",
    contact="Lakes group, lakes@example.org",
    pay="20 francs an hour.",
    offensive_content=HOSTILE,
)


def papers_of(folder: Path) -> dict[str, str]:
    names = ("datasheet.html", "README.md", "croissant.json", "manifest.json")
    return {name: (folder / name).read_text(encoding="utf-8") for name in names}


def test_every_paper_has_what_the_manager_answered_once(desk: Desk) -> None:
    save_card(campaign=desk.campaign, card=CARD, edited=None, by=desk.manager, now=NOW)
    papers = papers_of(folder_of(make_release(desk.campaign)))
    manifest, croissant = (json.loads(papers[name]) for name in ("manifest.json", "croissant.json"))
    assert CardAnswers.from_json(manifest["card"]) == CARD
    assert [person["name"] for person in croissant["creator"]] == ["Ada Lovelace", "Grace Hopper"]
    assert (croissant["license"], croissant["citeAs"]) == ("CC BY-SA 4.0", CARD.citation)
    assert croissant["sameAs"] == CARD.doi_address
    assert croissant["maintainer"]["name"] == CARD.contact
    assert croissant["description"].startswith("Claims about lakes. Claims with verdicts")
    for name in ("datasheet.html", "README.md"):
        for text in ("Ada Lovelace", "Grace Hopper", "CC BY-SA 4.0", "20 francs an hour."):
            assert text in papers[name], (name, text)
        # Consent, ethics review and funding.
        assert papers[name].count(NOT_ANSWERED) == 3
        assert "https://doi.org/10.5281/zenodo" in papers[name].replace("\\", "")
    assert "    @misc{lakes,\n      year = 2026\n    }\n" in papers["README.md"]


def test_hostile_answers_stay_text_in_every_paper(desk: Desk) -> None:
    save_card(campaign=desk.campaign, card=CARD, edited=None, by=desk.manager, now=NOW)
    papers = papers_of(folder_of(make_release(desk.campaign)))
    assert "<script>" not in papers["datasheet.html"]
    assert (
        "&lt;/dd&gt;&lt;script&gt;alert(&#x27;no&#x27;)&lt;/script&gt;" in papers["datasheet.html"]
    )
    assert "\\<script\\>" in papers["README.md"]
    assert "\n\\# Not a heading\n" in papers["README.md"]


def test_a_release_keeps_the_card_that_it_was_requested_with(desk: Desk) -> None:
    save_card(campaign=desk.campaign, card=CARD, edited=None, by=desk.manager, now=NOW)
    first = make_release(desk.campaign)
    before = papers_of(folder_of(first))
    save_card(
        campaign=desk.campaign,
        card=CardAnswers(licence="CC0"),
        edited=NOW,
        by=desk.manager,
        now=NOW,
    )
    second = make_release(desk.campaign)
    first.refresh_from_db()
    assert (first.used_card, second.used_card) == (CARD, CardAnswers(licence="CC0"))
    assert papers_of(folder_of(first)) == before
    assert json.loads(papers_of(folder_of(second))["manifest.json"])["card"] == {"licence": "CC0"}


def test_a_release_without_a_card_says_what_nobody_answered(desk: Desk) -> None:
    papers = papers_of(folder_of(make_release(desk.campaign)))
    # Authors, licence and contact, and the five questions.
    assert papers["datasheet.html"].count(NOT_ANSWERED) == 8
    assert json.loads(papers["croissant.json"])["citeAs"].endswith(", release 1 (2026).")


def test_an_import_about_which_nobody_was_asked_has_no_questions(desk: Desk) -> None:
    papers = papers_of(folder_of(make_tiny_release(desk.campaign)))
    assert NOT_ANSWERED not in papers["datasheet.html"] + papers["README.md"]
    imported = {"origin": "imported", "card": {}}
    assert (about(card_of(imported)), questions(card_of(imported))) == ((), ())


def test_the_datasheet_has_every_version_of_the_guidelines_in_full(desk: Desk) -> None:
    texts = ("# First\n\nOnly *sentences*.", "# Second\n\nAlso <b>cells</b>.")
    for text in texts:
        publish_guidelines(
            campaign=desk.campaign, text=text, note="More.", actor=desk.manager, now=NOW
        )
    sheet = papers_of(folder_of(make_release(desk.campaign)))["datasheet.html"]
    assert "<em>sentences</em>" in sheet
    assert "Also &lt;b&gt;cells&lt;/b&gt;." in sheet
    assert sheet.count(": More.</summary>") == 2
