"""Files of every accepted format with an injection in every field, as a real browser shows them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from django.utils.http import urlencode
from playwright.sync_api import FilePayload, Request

import search
from accounts.models import User
from annotation.models import Gold
from campaigns.protocols import registry
from releases import formats
from releases.formats import DatasetFormat
from releases.formats.files.reading import ReadRecord, read_record
from releases.importing.import_requests import ImportDetails, Upload, request_import
from releases.importing.staging import ClaimRules
from releases.models import DatasetImport, Release
from releases.scoring import predictions
from tests.attacks.hostile_files import DUMPS, INJECTION, NAME, hostile_lines
from tests.attacks.test_hostile_pages import ATTRIBUTES, TAGS, hostile_page, store
from tests.browser.desk.world import AARE, open_campaign
from tests.browser.test_releases import work
from tests.browser.watched import WatchedPage
from tests.people import NOW, Cast
from tests.releases.formats.test_line_reader_any_line import LINES, PREDICTIONS, with_another
from tests.wiki.conftest import make_corpus
from tests.wiki.pages import make_page
from wiki.dump import open_bounded_dump
from wiki.models import Corpus, Import, Page, Redirect
from wiki.reading.markup import page_path
from wiki.services import import_run, imports

Visit = Callable[..., WatchedPage]

# All that is in the document and is neither ours nor plain text.
STRANGE = """() => {
  const found = [];
  if (window.hostile !== undefined) found.push("a script ran");
  const isStrange = (address) => {
    const url = URL.canParse(address, location.href) ? new URL(address, location.href) : null;
    // Our charts have their numbers as a file in the link itself.
    const isTable = url !== null && url.href.startsWith("data:text/csv;charset=utf-8,");
    return url !== null && !isTable && (!["http:", "https:", "mailto:"].includes(url.protocol)
      || (url.origin === location.origin && url.pathname.startsWith("/hostile")));
  };
  for (const element of document.querySelectorAll("*")) {
    const name = element.localName;
    if (["iframe", "object", "embed", "base", "applet", "style"].includes(name)) found.push(name);
    if (name === "script" && !element.src.startsWith(location.origin + "/static/")
        && element.type !== "application/json") found.push(element.outerHTML.slice(0, 200));
    for (const { name: attribute, value } of element.attributes) {
      if (attribute.startsWith("on")) found.push(`${name} ${attribute}`);
      const isAddress = ["src", "href", "action", "formaction", "poster", "srcset", "hx-get",
        "hx-post", "hx-put", "hx-delete", "hx-patch"].includes(attribute);
      if (isAddress && isStrange(value)) found.push(`${name} ${attribute}=${value}`);
    }
  }
  for (const element of document.querySelectorAll(".article__body *"))
    for (const { name } of element.attributes)
      if (!ATTRIBUTES.includes(name)) found.push(`${element.localName} ${name} in the article`);
  for (const element of document.querySelectorAll(".article__body *"))
    if (!TAGS.includes(element.localName)) found.push(`${element.localName} in the article`);
  return found;
}""".replace("ATTRIBUTES", json.dumps(sorted(ATTRIBUTES))).replace("TAGS", json.dumps(sorted(TAGS)))


class HostileVisit:
    """A window that goes through pages and remembers what is not ours."""

    def __init__(self, window: WatchedPage) -> None:
        self.page = window.page
        self.found: list[str] = []
        self.allowed = {"GET"}
        self.page.on("request", self._on_request)
        self.page.on("dialog", lambda dialog: self.found.append(f"dialog: {dialog.message}"))

    def _on_request(self, request: Request) -> None:
        if request.method not in self.allowed or urlsplit(request.url).path.startswith("/hostile"):
            self.found.append(f"{request.method} {request.url}")

    def look_at(self, address: str) -> None:
        self.page.goto(address)
        self.page.wait_for_load_state("networkidle")
        self.look()

    def look(self) -> None:
        """Note what is strange on the page that is open."""
        self.found += [f"{self.page.url}: {one}" for one in self.page.evaluate(STRANGE)]

    @contextmanager
    def posting(self) -> Iterator[None]:
        """Expect that the person sends a form."""
        self.allowed = {"GET", "POST"}
        yield
        self.allowed = {"GET"}


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


def test_hostile_gold_brings_text_and_nothing_else(visit: Visit, cast: Cast) -> None:
    campaign = open_campaign(cast)
    answer = {
        "verdict": "supported",
        "tags": {"challenge": "other"},
        "sets": [[{"page": "Aare", "address": "sentence_0"}]],
    }
    line = {
        "task": "verify",
        "use": "practice",
        "phase": "",
        "why": "So.",
        "clause": "Evidence",
        "claim": "A claim of gold.",
        "answer": answer,
    }
    window = visit(user=cast.manager)
    looking = HostileVisit(window)
    here = f"/campaigns/{campaign.public_id}/gold/"
    before = Gold.objects.count()
    window.expect_status(422)
    for sent in gold_lines(line):
        window.page.goto(here)
        window.page.get_by_text("Import and export").click()
        file = FilePayload(name=f"{NAME}.jsonl", mimeType="application/jsonl", buffer=sent)
        window.page.locator("input[type=file]").set_input_files(file)
        with looking.posting():
            window.page.get_by_role("button", name="Import gold").click()
            window.page.wait_for_load_state("networkidle")
        looking.look()
    assert Gold.objects.count() > before
    for gold in Gold.objects.all():
        looking.look_at(f"{here}{gold.public_id}/")
    looking.look_at(here)
    assert looking.found == []


def gold_lines(line: dict[str, Any]) -> list[bytes]:
    """Return a line for each of its texts, with an injection there."""
    paths: list[tuple[Any, ...]] = [
        ("claim",),
        ("why",),
        ("clause",),
        ("phase",),
        ("use",),
        ("task",),
    ]
    paths += [("answer", "verdict"), ("answer", "sets", 0, 0, "page")]
    return [json.dumps(with_another(line, path, INJECTION)).encode() for path in paths]
