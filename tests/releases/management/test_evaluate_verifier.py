"""The verifier, measured on a release: scores, recall, calibration, ablations and refusals."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

import search
from assist import storage
from assist.learned import write_learned
from assist.models import ModelVersion
from tests.annotation.verifying_world import Desk
from tests.assist.world import store_version, train_small_model
from tests.people import NOW
from tests.releases.world import make_campaign, make_release, make_tiny_release, verify_all


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    train_small_model(folder)
    return folder


@pytest.fixture
def desk(db: None, settings: Settings, tmp_path: Path, trained: Path) -> Desk:
    """Return a verified campaign whose corpus can be searched, and a model in use."""
    settings.SEARCH_FOLDER = tmp_path / "index"
    settings.HOME = tmp_path / "home"
    store_version(trained)
    desk = make_campaign(2)
    verify_all(desk)
    assert desk.campaign.corpus is not None
    search.rebuild_index(corpus=desk.campaign.corpus, clock=lambda: NOW)
    return desk


def printed(desk: Desk, *options: str) -> str:
    out = StringIO()
    call_command("evaluate_verifier", desk.campaign.name, *options, stdout=out)
    return out.getvalue()


def test_every_figure_stands_beside_the_papers(desk: Desk) -> None:
    make_release(desk.campaign)
    lines = printed(desk, "--part", "train").splitlines()
    assert lines[0] == f"{desk.campaign.name}, release 1, part train"
    assert re.fullmatch(r"\d claims; no verdict for \d\.", lines[1])
    starts = [line.split("  ")[0] for line in lines]
    assert [
        name
        for name in (
            "FEVEROUS score / evidence complete",
            "FEVER score",
            "label accuracy",
            "evidence F1",
            "… by the length of that evidence alone",
            "pages @ 5",
            "sentences @ 5",
            "tables @ 3",
            "true label",
            "probability of the answer",
            "challenge",
        )
        if name not in starts
    ] == []
    [score] = [line for line in lines if line.startswith("FEVEROUS score")]
    assert score.endswith("0.19 / 0.29")


def test_an_imported_claim_is_found_by_its_title(desk: Desk) -> None:
    page = desk.campaign.claims.order_by("pk")[0].from_highlight.page.title
    make_tiny_release(desk.campaign, page)
    text = printed(desk, "--part", "train")
    lines = {line.split("  ")[0]: line.split() for line in text.splitlines()}
    assert lines["pages @ 1"][3] == "1.000"
    confused = [lines[label] for label in ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")]
    assert sum(int(cell) for row in confused for cell in row[-3:]) == 1


def test_claims_that_were_learned_from_are_counted(desk: Desk) -> None:
    make_release(desk.campaign)
    assert printed(desk, "--part", "train").splitlines()[2] == (
        "Which of them the model learned from is not known."
    )
    version = ModelVersion.objects.get()
    folder = storage.folder_of(version)
    texts = list(desk.campaign.claims.order_by("pk").values_list("text", flat=True))
    for learned, said in (
        (texts[:2], "2 of 6 claims were learned from: these scores are too good."),
        (["The moon is round."], "0 of 6 claims were learned from."),
    ):
        write_learned(learned, folder / storage.LEARNED_CLAIMS)
        version.files = storage.describe_files(folder)
        version.save(update_fields=["files"])
        assert printed(desk, "--part", "train").splitlines()[2] == said


def test_ablations_are_rows_beside_the_papers(desk: Desk) -> None:
    make_release(desk.campaign)
    text = printed(desk, "--part", "train", "--claims", "2", "--ablations")
    for name in ("both", "sentences only", "tables only", "no entity match"):
        assert f"\n{name} " in text
    assert text.splitlines()[1].startswith("2 claims;")
    sentences = next(line for line in text.splitlines() if line.startswith("sentences only"))
    assert sentences.endswith("0.13 / 0.19")


def test_the_same_claims_are_drawn_each_time(desk: Desk) -> None:
    make_release(desk.campaign)
    assert printed(desk, "--part", "train", "--claims", "3") == printed(
        desk, "--part", "train", "--claims", "3"
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--part", "moon"], "There is no part “moon”."),
        (["--release", "7"], "has no such release"),
        (["--claims", "0"], "--claims must be at least 1."),
    ],
)
def test_refusals_are_sentences(desk: Desk, options: list[str], said: str) -> None:
    make_release(desk.campaign)
    with pytest.raises(CommandError, match=said):
        printed(desk, *options)


def test_without_a_model_the_command_says_so(desk: Desk) -> None:
    make_release(desk.campaign)
    ModelVersion.objects.update(is_in_use=False)
    with pytest.raises(CommandError, match="has not been trained yet"):
        printed(desk)
