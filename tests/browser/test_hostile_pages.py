"""Files of every accepted format with an injection in every field, as a real browser shows them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from django.utils.http import urlencode
from playwright.sync_api import FilePayload, expect
from pytest_django import Settings

import search
from accounts.models import User
from annotation.models import Claim, ClaimReview, Gold, Verification
from annotation.services.calibration import gold as gold_service
from annotation.services.calibration import gold_files
from annotation.services.calibration.gold import GoldDescription
from annotation.services.writing import claims
from campaigns.models import Campaign
from campaigns.protocols import registry
from releases import formats
from releases.formats import DatasetFormat
from releases.formats.files.reading import ReadRecord, read_record
from releases.importing.import_requests import ImportDetails, Upload, request_import
from releases.importing.staging import ClaimRules
from releases.models import DatasetImport, Release
from releases.scoring import predictions
from tests.annotation.calibration_world import PRESCRIBED
from tests.annotation.verifying_world import make_desk
from tests.annotation.world import make_article, written_for
from tests.assist.world import store_version, train_small_model
from tests.attacks.hostile_files import DUMPS, INJECTION, NAME, WIKITEXT, hostile_lines
from tests.attacks.test_hostile_pages import hostile_page, places, store
from tests.browser.desk.world import AARE, element, open_campaign, show_page, take_claim
from tests.browser.hostile_visit import HostileVisit
from tests.browser.test_releases import work
from tests.browser.watched import WatchedPage
from tests.people import NOW, PASSWORD, Cast
from tests.releases.formats.test_line_reader_any_line import LINES, PREDICTIONS, with_another
from tests.wiki.conftest import make_corpus
from tests.wiki.pages import make_page, replace_content
from wiki.dump import open_bounded_dump
from wiki.models import Corpus, Import, Page, Redirect
from wiki.reading.markup import page_path
from wiki.services import import_run, imports

Visit = Callable[..., WatchedPage]


@pytest.mark.parametrize("name", DUMPS)
def test_a_hostile_dump_brings_text_and_nothing_else(
    name: str, visit: Visit, cast: Cast, tmp_path: Path
) -> None:
    corpus = make_corpus("Hostile", owner=cast.manager)
    dump = open_bounded_dump(DUMPS[name](tmp_path))
    options = imports.ImportOptions()
    source = imports.begin_import(
        corpus=corpus, dump=dump, options=options, now=NOW, by=cast.manager
    )
    import_run.run_import(
        source=source, dump=dump, clock=lambda: NOW, settings=import_run.ImportSettings()
    )
    assert Import.objects.get().state == Import.State.DONE
    search.rebuild_index(corpus=corpus, clock=lambda: NOW)
    titles = list(Page.objects.values_list("title", flat=True))
    assert any("hx-get" in title for title in titles)
    here = urlencode({"corpus": str(corpus.public_id)})
    window = visit(user=cast.administrator)
    # A redirect to a page that is not there.
    window.expect_status(404)
    looking = HostileVisit(window)
    for address in (
        f"/corpora/{corpus.public_id}/",
        f"/wiki/?{here}",
        f"/search/?{here}&q=hostile",
        f"/search/?{here}&q=trigger",
        *(f"{page_path(title)}?{here}" for title in titles),
        *(f"{page_path(one.title)}?{here}" for one in Redirect.objects.all()),
    ):
        looking.look_at(address)
    assert looking.found == []


def test_a_stored_injection_does_nothing_in_a_browser(visit: Visit, cast: Cast) -> None:
    """Show a page that an older version stored unchecked."""
    store(hostile_page())
    looking = HostileVisit(visit(user=cast.administrator))
    looking.look_at("/wiki/Aare")
    assert looking.found == []


def import_lines(
    name: str, lines: Sequence[bytes], corpus: Corpus, by: User, purpose: str
) -> DatasetImport:
    """Import a file of claims, as a worker does."""
    design = "fever" if name == "fever" else "feverous"
    requested = request_import(
        details=ImportDetails(
            name=f"{NAME} {purpose}",
            corpus=corpus,
            format_name=name,
            design=design,
            purpose=purpose,
        ),
        uploads=[Upload("train", SimpleUploadedFile(f"{NAME}.jsonl", b"\n".join(lines)))],
        by=by,
        now=timezone.now(),
    )
    work()
    requested.refresh_from_db()
    return requested


@pytest.mark.parametrize("name", sorted(formats.FORMATS))
def test_a_hostile_dataset_brings_text_and_nothing_else(
    name: str, visit: Visit, cast: Cast
) -> None:
    corpus = make_corpus("Rivers", owner=cast.manager)
    make_page("Aare", AARE, corpus=corpus)
    written_in = formats.get(name)
    lines = list(hostile_lines(LINES[name]))
    rules = ClaimRules(registry.get("fever" if name == "fever" else "feverous"))
    good = [line for line in lines if is_accepted(line, written_in, rules)]
    assert len(lines) > len(good) > 3
    looking = HostileVisit(visit(user=cast.administrator))
    # With every fault of every line on its page.
    refused = import_lines(name, lines, corpus, cast.manager, "verify")
    assert refused.state == DatasetImport.State.REFUSED
    looking.look_at(f"/datasets/import/{refused.public_id}/")
    for purpose in ("verify", "analyse"):
        done = import_lines(name, good, corpus, cast.manager, purpose)
        assert done.state == DatasetImport.State.DONE, done.faults
        assert done.campaign is not None
        here = f"/campaigns/{done.campaign.public_id}"
        looking.look_at(f"/datasets/import/{done.public_id}/")
        looking.look_at("/")
        looking.look_at(f"{here}/")
        if purpose == "analyse":
            looking.look_at(f"{here}/releases/1/")
            looking.look_at(f"{here}/releases/1/claims/")
            release = Release.objects.get(campaign=done.campaign)
            # Every field; the page of each value would take three times as long.
            for item in release.items.order_by("record_id")[::3]:
                looking.look_at(f"{here}/releases/1/claims/{item.record_id}/")
            predictions.request_scoring(
                release=release,
                part="train",
                name=NAME,
                file=SimpleUploadedFile("p.jsonl", b"\n".join(hostile_lines(PREDICTIONS[name]))),
                by=cast.manager,
                now=timezone.now(),
            )
            work()
            looking.look_at(f"{here}/releases/1/predictions/")
    looking.look_at("/jobs/")
    assert looking.found == []


def is_accepted(line: bytes, written_in: DatasetFormat, rules: ClaimRules) -> bool:
    read = read_record(2, line, written_in)
    return isinstance(read, ReadRecord) and rules.fault_of(read.record) is None


# The texts of gold; other values have few characters.
LONG = ("claim", "text", "why", "note")


def gold_lines(campaign: Campaign, manager: User) -> list[dict[str, Any]]:
    """Return lines for gold of both tasks, with everything that a line can have."""
    assert campaign.corpus is not None
    page = make_article("Emme", campaign.corpus)
    made = gold_service.make_highlight_gold(
        campaign=campaign,
        page=page,
        source="sentences",
        addresses=["sentence_0", "sentence_1", "sentence_2", "sentence_3"],
        prescribed=PRESCRIBED,
        description=GoldDescription(use=Gold.Use.PRACTICE, why="So.", clause="Evidence"),
        actor=manager,
        now=NOW,
    )
    attempt = gold_service.answer_gold(gold=made, actor=manager, now=NOW)
    assert made.highlight is not None
    claims.submit_claims(attempt=attempt, claims=written_for(made.highlight), now=NOW)
    [exported] = gold_files.export_gold(campaign)
    answer = {
        "verdict": "supported",
        "tags": {"challenge": "other"},
        "sets": [[{"page": "Aare", "address": "sentence_0"}]],
        "note": "A note.",
    }
    to_verify = {
        "task": "verify",
        "use": "practice",
        "phase": "",
        "why": "So.",
        "clause": "Evidence",
        "claim": "A claim of gold about the Emme.",
        "answer": answer,
    }
    return [to_verify, json.loads(exported)]


def test_hostile_gold_brings_text_and_nothing_else(visit: Visit, cast: Cast) -> None:
    campaign = open_campaign(cast)
    assert campaign.corpus is not None
    lines = gold_lines(campaign, cast.manager)
    window = visit(user=cast.manager)
    looking = HostileVisit(window)
    here = f"/campaigns/{campaign.public_id}/gold/"
    before = Gold.objects.count()
    window.expect_status(422)
    for line in lines:
        for number, path in enumerate(places(line)):
            hostile = with_another(line, path, INJECTION if path[-1] in LONG else NAME)
            # Another river each time, because gold is there once.
            make_article(f"{line['task']} {number}", campaign.corpus)
            sent = json.dumps(hostile).replace("Emme", f"{line['task']} {number}").encode()
            window.page.goto(here)
            window.page.get_by_text("Import and export").click()
            file = FilePayload(name=f"{NAME}.jsonl", mimeType="application/jsonl", buffer=sent)
            window.page.locator("input[type=file]").set_input_files(file)
            with looking.posting():
                window.page.get_by_role("button", name="Import gold").click()
                window.page.wait_for_load_state("networkidle")
            looking.look()
    # Of the places for a text: the reason, the clause, the claim and the note, and three claims.
    tasks = Gold.objects.order_by("pk").values_list("task", flat=True)[before:]
    assert list(tasks) == ["verify"] * 4 + ["write"] * 5
    for gold in Gold.objects.all():
        looking.look_at(f"{here}{gold.public_id}/")
    looking.look_at(here)
    assert looking.found == []


def test_a_desk_on_hostile_pages_shows_text_and_nothing_else(visit: Visit, cast: Cast) -> None:
    """Search, read, choose evidence and confirm at a desk where every text is an injection."""
    text = f"{INJECTION} is a river.\n\n* {INJECTION}\n\n" + WIKITEXT[3].replace("%s", NAME)
    more: dict[str, Any] = {NAME: text, "Hostile": text}
    campaign = open_campaign(cast, claims=[INJECTION], **more)
    window = visit(user=cast.annotator)
    looking = HostileVisit(window)
    page = window.page
    with looking.posting():
        take_claim(page)
    looking.look()
    box = page.get_by_role("combobox", name="Search all pages")
    box.fill("hostile trigger")
    page.wait_for_load_state("networkidle")
    looking.look()
    box.press("Shift+Enter")
    page.wait_for_load_state("networkidle")
    looking.look()
    show_page(page, "Hostile")
    looking.look()
    with looking.posting():
        for address in ("sentence_0", "item_0_0"):
            # What each of them says is asked for, and shown in the tray.
            with page.expect_response("**/elements/"):
                element(page, address).click()
        expect(page.locator("[data-tray]").get_by_text("data-hostile").first).to_be_visible()
        page.wait_for_load_state("networkidle")
    looking.look()
    page.get_by_role("radio", name="Supported").check(force=True)
    page.get_by_role("radio", name="Other").check(force=True)
    with looking.posting():
        page.keyboard.press("Control+Enter")
        confirmation = page.get_by_role("region", name="Confirmation")
        expect(confirmation.get_by_text("data-hostile").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        looking.look()
        page.keyboard.press("Control+Enter")
        expect(page.locator("[data-messages]")).to_contain_text("Submitted.")
    looking.look()
    assert campaign.claims.get().text == INJECTION
    # What was submitted: for the person, then for their manager.
    submitted = Verification.objects.get()
    here = f"/campaigns/{campaign.public_id}"
    looking.look_at(f"{here}/verifications/mine/")
    assert looking.found == []
    manager = HostileVisit(visit(user=cast.manager))
    for address in (
        f"{here}/claims/",
        f"{here}/claims/{campaign.claims.get().public_id}/",
        f"{here}/verifications/",
        f"/verifications/{submitted.public_id}/",
        f"{here}/quality/",
        f"{here}/quality/people/",
    ):
        manager.look_at(address)
        expect(manager.page.locator("main h1")).to_be_visible()
    assert manager.found == []


def test_the_review_of_a_hostile_claim_shows_text_and_nothing_else(visit: Visit) -> None:
    desk = make_desk()
    desk.manager.set_password(PASSWORD)
    desk.manager.save(update_fields=["password"])
    # On a page that an older version stored unchecked.
    claim = Claim.objects.filter(campaign=desk.campaign).order_by("pk")[0]
    Claim.objects.filter(pk=claim.pk).update(text=INJECTION)
    assert claim.highlight is not None
    replace_content(Page.objects.filter(pk=claim.highlight.page.pk), hostile_page())
    window = visit(user=desk.manager)
    looking = HostileVisit(window)
    page = window.page
    here = f"/campaigns/{desk.campaign.public_id}/review/"
    looking.look_at(here)
    page.keyboard.press("n")
    expect(page.locator(".shown-claim")).to_contain_text("data-hostile")
    page.wait_for_load_state("networkidle")
    looking.look()
    page.get_by_role("textbox").first.fill(INJECTION)
    with looking.posting():
        page.keyboard.press("Escape")
        page.keyboard.press("2")
        expect(page.locator(".shown-claim")).not_to_contain_text("data-hostile")
        page.wait_for_load_state("networkidle")
    looking.look()
    assert ClaimReview.objects.get().comment == INJECTION
    looking.look_at(here)
    looking.look_at(f"/campaigns/{desk.campaign.public_id}/claims/{claim.public_id}/")
    assert looking.found == []


def test_a_check_of_a_claim_shows_text_and_nothing_else(
    visit: Visit, cast: Cast, settings: Settings, tmp_path: Path, site: str
) -> None:
    settings.HOME = tmp_path / "home"
    (tmp_path / "model").mkdir()
    train_small_model(tmp_path / "model")
    corpus = make_corpus("Hostile")
    for title in ("Hostile", NAME):
        make_page(title, f"{INJECTION} is a river of 288 km.\n\n{WIKITEXT[3]}", corpus=corpus)
    search.rebuild_index(corpus=corpus, clock=lambda: NOW)
    store_version(tmp_path / "model")
    looking = HostileVisit(visit(user=cast.administrator))
    page = looking.page
    looking.look_at(f"/check/?{urlencode({'claim': f'Hostile {INJECTION} is a river of 288 km.'})}")
    expect(page.locator("[data-answer]").get_by_text("data-hostile").first).to_be_visible()
    looking.look_at("/check/models/")
    assert looking.found == []
