"""The metadata for the Hugging Face Hub: the Hub's own tools read it, and load a release by it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml
from huggingface_hub import DatasetCard

from releases.dataset.rules.cards import CardAnswers
from releases.dataset.rules.splits import RequestedPart
from releases.papers.hub_metadata import licence_id, metadata, quoted, size
from releases.services.cards import save_card
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.papers.test_recipes import run
from tests.releases.world import choices_of, make_release

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "researchers.md"
CARD = CardAnswers(
    authors=("Ada Lovelace",),
    citation="@misc{lakes}",
    licence="CC BY-SA 4.0",
    doi="10.5281/zenodo.123",
    contact="lakes@example.org",
)
PARTS = (RequestedPart("train"), RequestedPart("dev", size=4), RequestedPart("test-1", size=4))
LOAD = """
from datasets import load_dataset
import os
claims = load_dataset(os.getcwd())
print({part: len(claims[part]) for part in claims})
print(claims["train"].features["evidence"])
"""


def release_folder(desk: Desk, to: Path) -> Path:
    save_card(campaign=desk.campaign, card=CARD, edited=None, by=desk.manager, now=NOW)
    release = make_release(desk.campaign, choices_of(desk.campaign, parts=PARTS))
    shutil.copytree(folder_of(release), to)
    return to


@pytest.mark.django_db
@pytest.mark.usefixtures("home")
def test_the_hubs_tools_read_the_card_and_load_the_folder(desk: Desk, tmp_path: Path) -> None:
    folder = release_folder(desk, tmp_path / "release")
    card = DatasetCard.load(folder / "README.md")
    assert card.data.license == "cc-by-sa-4.0"
    assert card.data.task_ids == ["fact-checking"]
    assert card.data.size_categories == ["n<1K"]
    for text in ("Ada Lovelace", "@misc{lakes}", "lakes@example.org", "https://doi.org/10.5281/"):
        assert text in card.text
    counts, types = run(LOAD, folder).splitlines()
    assert set(yaml.safe_load(counts)) == {"train", "dev", "test_1"}
    assert types == (
        "List(List({'page': Value('string'), 'address': Value('string'), 'text': Value('string'),"
        " 'context': List(Value('string'))}))"
    )


class Hub(BaseHTTPRequestHandler):
    """A Hub that takes small files, and remembers what it was sent."""

    commits: list[Any]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = self.path.partition("?")[0]
        if path.endswith("/preupload/main"):
            files = json.loads(body)["files"]
            answer: Any = {
                "files": [
                    {"path": file["path"], "uploadMode": "regular", "shouldIgnore": False}
                    for file in files
                ]
            }
        elif path.endswith("/commit/main"):
            self.commits.extend(map(json.loads, body.splitlines()))
            url = f"http://{self.headers['Host']}/datasets/lakes/rivers/commit/1"
            answer = {"success": True, "commitOid": "1" * 40, "commitUrl": url}
        elif path == "/api/repos/create":
            answer = {"url": f"http://{self.headers['Host']}/datasets/lakes/rivers"}
        else:
            answer = {"errors": [], "warnings": []}
        self.answer(answer)

    def do_GET(self) -> None:
        self.answer({"id": "lakes/rivers", "siblings": [], "sha": "0" * 40})

    def answer(self, body: Any) -> None:
        sent = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, *arguments: object) -> None:
        """Write nothing."""


def pushing_command() -> list[str]:
    """Return the words of the one command in the guide."""
    (line,) = [
        line.strip()
        for line in GUIDE.read_text(encoding="utf-8").splitlines()
        if line.startswith("    hf upload ")
    ]
    return line.replace('"', "").replace("ORG/NAME", "lakes/rivers").split()


@pytest.mark.django_db
@pytest.mark.usefixtures("home")
def test_the_command_of_the_guide_pushes_what_is_public(desk: Desk, tmp_path: Path) -> None:
    folder = release_folder(desk, tmp_path / "demo-release")
    internal = {path.name for path in (folder / "internal").iterdir()}
    assert internal
    commits: list[Any] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("OneHub", (Hub,), {"commits": commits}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        done = subprocess.run(
            [str(Path(sys.executable).with_name("hf")), *pushing_command()[1:]],
            cwd=tmp_path,
            env={
                **os.environ,
                "NO_PROXY": "127.0.0.1",
                "HF_ENDPOINT": f"http://127.0.0.1:{server.server_port}",
                "HF_HOME": str(tmp_path / "hf"),
                "HF_TOKEN": "hf_secret",
                "HF_HUB_DISABLE_XET": "1",
                "HF_HUB_DISABLE_TELEMETRY": "1",
            },
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        server.shutdown()
        server.server_close()
    assert done.returncode == 0, done.stderr
    sent = {line["value"]["path"] for line in commits if line["key"] == "file"}
    there = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert sent == {path for path in there if not path.startswith("internal/")}
    assert "README.md" in sent


@pytest.mark.parametrize(
    ("licence", "known"),
    [
        ("CC BY-SA 4.0", "cc-by-sa-4.0"),
        ("cc-by 4.0", "cc-by-4.0"),
        ("CC BY-NC-ND 3.0", "cc-by-nc-nd-3.0"),
        ("CC0", "cc0-1.0"),
        ("Apache-2.0", "apache-2.0"),
        ("Ask us", "other"),
        ("CC BY 9.9", "other"),
    ],
)
def test_licences_have_the_names_of_the_hub(licence: str, known: str) -> None:
    assert licence_id(licence) == known


@pytest.mark.parametrize(
    ("claims", "named"), [(0, "n<1K"), (999, "n<1K"), (1000, "1K<n<10K"), (10_000_000, "n>10M")]
)
def test_sizes_are_the_classes_of_the_hub(claims: int, named: str) -> None:
    assert size(claims) == named


@pytest.mark.parametrize(
    "text", ['a"b\\', "a\nb: c", "---\n...", "\u202eno", "é 😀", "\x00\x7f\x85\ufeff", "#, [x]"]
)
def test_any_text_is_one_yaml_text(text: str) -> None:
    assert yaml.safe_load(quoted(text)) == text


def test_a_licence_that_the_hub_does_not_know_keeps_its_words() -> None:
    card = CardAnswers(licence="Ask us: at first!")
    lines = metadata(name="R: 1", card=card, files=(), parts={}, tags=())
    read = yaml.safe_load("\n".join(lines[1:-2]))
    assert (read["license"], read["license_name"]) == ("other", "ask-us-at-first")
    assert read["pretty_name"] == "R: 1"
    assert "configs" not in read
