"""The command `touchstone`."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path

import httpx
import pytest
from fake_site import Site, ok, refusal
from test_touchstone_client import JOB
from touchstone_client.command import main


class Terminal(io.StringIO):
    """An output that somebody sees."""

    def isatty(self) -> bool:
        return True


def run(site: Site, *words: str, errors: io.StringIO | None = None) -> tuple[int, str, str]:
    output, errors = io.StringIO(), errors or io.StringIO()
    options = ("--site", "https://site.example", "--token", "t")
    status = main([*options, *words], output=output, errors=errors, transport=site)
    return status, output.getvalue(), errors.getvalue()


def test_taking_prints_the_claim() -> None:
    verdict = {"name": "supported", "label": "Supported", "hint": ""}
    taken = {
        "attempt": "a",
        "campaign": "c",
        "corpus": "k",
        "claim": "The Aare is a river.",
        "verdicts": [verdict],
        "asked": ["challenge"],
        "lease_until": None,
    }
    status, output, _errors = run(Site(ok(taken)), "take", "c")
    assert status == 0
    assert json.loads(output)["text"] == "The Aare is a river."


def test_a_judgement_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "judgement.json"
    file.write_text('{"verdict": "supported"}', encoding="utf-8")
    site = Site(ok({"confirmation": "t"}), ok({"id": "v", "version": 1}))
    assert run(site, "submit", "a", str(file))[0] == 0
    assert site.body(0) == {"verdict": "supported"}


@pytest.mark.parametrize("text", ["[]", "{", "\ud800"])
def test_a_file_without_a_judgement_sends_nothing(tmp_path: Path, text: str) -> None:
    file = tmp_path / "judgement.json"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    site = Site()
    assert run(site, "submit", "a", str(file))[0] == 2
    assert run(site, "submit", "a", str(tmp_path / "missing"))[0] == 2
    assert site.requests == []


def test_a_job_is_followed_with_a_bar(waits: list[float]) -> None:
    site = Site(ok(JOB), ok(JOB | {"state": "succeeded", "progress_done": 4}))
    status, output, errors = run(site, "job", "j", errors=Terminal())
    assert status == 0
    assert "[#######.......................]  25% Running" in errors
    assert "[##############################] 100%" in errors
    assert json.loads(output)["state"] == "succeeded"
    assert waits == [2.0]


def test_a_failed_job_is_an_exit_status() -> None:
    failed = JOB | {"state": "failed", "error": "No claims."}
    status, output, _errors = run(Site(ok(failed)), "job", "j")
    assert status == 1
    assert json.loads(output)["error"] == "No claims."


def test_a_release_is_downloaded(tmp_path: Path) -> None:
    digest = hashlib.sha256(b"{}").hexdigest()
    file = {"path": "public/train.jsonl", "size": 2, "sha256": digest, "records": 1}
    release = {"version": 1, "state": "ready", "note": "", "files": [file]}
    site = Site(ok(release), httpx.Response(200, content=b"{}"))
    status, _output, errors = run(site, "download", "c", "1", str(tmp_path))
    assert status == 0
    assert (tmp_path / "public/train.jsonl").read_bytes() == b"{}"
    # Into a file, the bar is one line.
    assert errors == "[##############################] 100%\n"


def test_refusals_are_one_line() -> None:
    status, output, errors = run(Site(refusal(403, "scope_too_small")), "take", "c")
    assert (status, output, errors) == (1, "", "Not now. (403 scope_too_small)\n")


def test_without_a_token_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TOUCHSTONE_TOKEN", raising=False)
    errors, site = io.StringIO(), Site()
    assert main(["--site", "https://x.example", "campaigns"], errors=errors, transport=site) == 2
    assert "TOUCHSTONE_TOKEN" in errors.getvalue()
    assert site.requests == []
