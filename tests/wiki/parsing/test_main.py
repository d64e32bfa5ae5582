"""The parser as a command."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from wiki.parsing.__main__ import main

LINES = [
    '{"title": "A", "text": "One here."}',
    "not JSON",
    '{"title": "C", "text": 5}',
    '{"title": "", "text": "No title."}',
    '{"title": "E", "text": "Five here."}',
]


def test_file_is_printed_as_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "some_page.wiki"
    source.write_text("It is [[here]].", encoding="utf-8")
    assert main([str(source)]) == 0
    page = json.loads(capsys.readouterr().out)
    assert (page["title"], page["sentence_0"]) == ("Some page", "It is [[Here|here]].")
    assert main(["--title", "Other", str(source)]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "Other"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_lines_come_out_in_order_and_errors_in_their_place(
    workers: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(LINES)))
    assert main(["--jsonl", "--workers", workers]) == 0
    pages = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [page["title"] for page in pages] == ["A", "", "", "", "E"]
    assert ["error" in page for page in pages] == [False, True, True, True, False]
    assert pages[3]["error"] == "InvalidPageError: a page needs a title"


def test_closed_pipe_ends_the_command_quietly() -> None:
    command = [sys.executable, "-m", "wiki.parsing", "--jsonl"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as tool:
        assert tool.stdin and tool.stdout and tool.stderr
        tool.stdout.close()
        tool.stdin.write(LINES[0])
        tool.stdin.close()
        assert tool.stderr.read() == ""
    assert tool.returncode == 1


def test_missing_file_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.wiki")]) == 2
    assert "none.wiki" in capsys.readouterr().err


def test_file_and_lines_at_once_are_refused() -> None:
    with pytest.raises(SystemExit):
        main(["--jsonl", "x.wiki"])
