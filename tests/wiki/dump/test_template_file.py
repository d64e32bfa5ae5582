"""The file of a dump's templates: whole or absent, bounded, the same for the same dump."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from wiki.dump import template_file
from wiki.dump.template_file import TemplateFile, write_templates
from wiki.dump.templates import TemplateBatch

BATCHES = [TemplateBatch([("A", "a"), ("B", "b")], 10), TemplateBatch([("A", "later")], 20)]


def ignore(position: int) -> None:
    """Look at nothing."""


def test_the_first_of_two_templates_with_one_title_counts(tmp_path: Path) -> None:
    positions: list[int] = []
    write_templates(tmp_path / "t.sqlite", BATCHES, positions.append)
    file = TemplateFile(tmp_path / "t.sqlite")
    assert (file.find("A"), file.find("B"), file.find("C")) == ("a", "b", None)
    assert positions == [10, 20]
    assert [path.name for path in tmp_path.iterdir()] == ["t.sqlite"]


def test_a_run_that_is_stopped_leaves_no_file(tmp_path: Path) -> None:
    def stopped() -> Iterator[TemplateBatch]:
        yield BATCHES[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_templates(tmp_path / "t.sqlite", stopped(), ignore)
    assert list(tmp_path.iterdir()) == []


def test_the_hash_follows_the_templates_and_is_empty_without_any(tmp_path: Path) -> None:
    digests = []
    for number, batches in enumerate([BATCHES, BATCHES[:1], BATCHES[:1], []]):
        write_templates(tmp_path / f"{number}.sqlite", batches, ignore)
        digests.append(TemplateFile(tmp_path / f"{number}.sqlite").digest)
    assert digests[0] != digests[1] == digests[2]
    assert digests[3] == ""


@pytest.mark.parametrize("limit", ["MOST_TEMPLATES", "MOST_CHARACTERS"])
def test_templates_beyond_the_limit_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(template_file, limit, 2)
    batches = [*BATCHES[:1], TemplateBatch([("C", "c")], 30)]
    write_templates(tmp_path / "t.sqlite", batches, ignore)
    file = TemplateFile(tmp_path / "t.sqlite")
    assert (file.find("B"), file.find("C")) == ("b", None)
