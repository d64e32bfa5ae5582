"""Questions and paragraphs for screening: checked, never changed once asked, in files."""

from __future__ import annotations

import itertools
import json

import pytest

from annotation.models import ScreeningParagraph, ScreeningQuestion
from annotation.services.calibration import line_imports, screening_material
from annotation.services.calibration.line_imports import MOST_BYTES
from tests.annotation.calibration_world import make_ground
from tests.annotation.screening_world import add_material, begin, turn_on
from tests.people import NOW

pytestmark = pytest.mark.django_db
GOOD = {"text": "Which is right?", "options": ["a", "b"], "right": 0}


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"text": " "}, "text", "empty"),
        ({"text": "x" * 1001}, "text", "long"),
        ({"text": "a\0b"}, "text", "characters"),
        ({"options": ["a"]}, "options", "number"),
        ({"options": list("abcdefghij")}, "options", "number"),
        ({"options": ["a", "A"]}, "options", "twice"),
        ({"options": ["a", " "]}, "options", "empty"),
        ({"right": 2}, "right", "none"),
        ({"right": -1}, "right", "none"),
    ],
)
def test_bad_questions_are_refused(change: dict[str, object], field: str, code: str) -> None:
    ground = make_ground()
    with pytest.raises(screening_material.MaterialRefusedError) as refused:
        screening_material.add_question(
            campaign=ground.campaign,
            actor=ground.manager,
            now=NOW,
            **(GOOD | change),  # type: ignore[arg-type]
        )
    assert (refused.value.field, refused.value.code) == (field, code)
    assert not ScreeningQuestion.objects.exists()


def test_a_question_is_there_once() -> None:
    ground = make_ground()
    add_material(ground, questions=1)
    with pytest.raises(screening_material.MaterialRefusedError) as refused:
        add_material(ground, questions=1)
    assert refused.value.code == "twice"
    assert ScreeningQuestion.objects.count() == 1
    # The same question with other answers is another one.
    for options in (["Recieve", "Receive"], ["Definite", "Definate"]):
        screening_material.add_question(
            campaign=ground.campaign,
            text="Which word is spelled correctly?",
            options=options,
            right=0,
            actor=ground.manager,
            now=NOW,
        )
    assert ScreeningQuestion.objects.count() == 3


def test_a_question_that_somebody_got_stays_as_it_is() -> None:
    ground = make_ground()
    add_material(ground, questions=6)
    turn_on(ground)
    begin(ground)
    asked, unasked = ScreeningQuestion.objects.get(position=1), ScreeningQuestion.objects.last()
    assert unasked is not None
    about = {"text": "Other?", "options": ["x", "y"], "right": 1}
    with pytest.raises(screening_material.QuestionInUseError):
        screening_material.change_question(
            question=asked,
            actor=ground.manager,
            now=NOW,
            **about,  # type: ignore[arg-type]
        )
    screening_material.change_question(
        question=unasked,
        actor=ground.manager,
        now=NOW,
        **about,  # type: ignore[arg-type]
    )
    texts = list(ScreeningQuestion.objects.order_by("position").values_list("text", flat=True))
    assert (texts[0], texts[-1]) == ("Question 0: which one is right?", "Other?")


def test_material_goes_out_to_a_file_and_comes_back() -> None:
    ground = make_ground()
    add_material(ground, questions=2, paragraphs=1)
    lines = b"".join(screening_material.export_material(ground.campaign))
    assert json.loads(lines.split(b"\n")[0]) == {
        "kind": "question",
        "text": "Question 0: which one is right?",
        "options": ["They was", "They were", "They is"],
        "right": 2,
    }
    ScreeningQuestion.objects.update(withdrawn_at=NOW)
    ScreeningParagraph.objects.update(withdrawn_at=NOW)
    count = screening_material.import_material(
        campaign=ground.campaign, data=lines, actor=ground.manager, now=NOW
    )
    assert count == 3
    assert b"".join(screening_material.export_material(ground.campaign)) == lines


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b'{"kind": "riddle"}',
        b'{"kind": "question", "text": "?", "options": ["a"], "right": 1}',
        b'{"kind": "question", "text": "?", "options": ["a", "b"], "right": 3}',
        b'{"kind": "paragraph", "text": ""}',
        b'{"kind": "paragraph", "text": "x", "why": "y"}',
    ],
)
def test_a_file_with_a_bad_line_imports_nothing(line: bytes) -> None:
    ground = make_ground()
    good = b'{"kind": "question", "text": "?", "options": ["a", "b"], "right": 1}\n'
    with pytest.raises(line_imports.LineRefusedError) as refused:
        screening_material.import_material(
            campaign=ground.campaign, data=good + b"\n\n" + line, actor=ground.manager, now=NOW
        )
    # The number of the line in the file, blank lines included.
    assert refused.value.number == 4
    assert not ScreeningQuestion.objects.exists()


@pytest.mark.parametrize("data", [b"\n" * (MOST_BYTES + 1), b"{}\n" * 2_001])
def test_a_file_that_is_too_large_is_refused(data: bytes) -> None:
    ground = make_ground()
    with pytest.raises(line_imports.FileTooLargeError):
        screening_material.import_material(
            campaign=ground.campaign, data=data, actor=ground.manager, now=NOW
        )


def test_an_import_that_takes_too_long_is_stopped_and_stores_nothing() -> None:
    ground = make_ground()
    line = b'{"kind": "paragraph", "text": "Paragraph %d."}\n'
    # Eight seconds pass before each line.
    clock = itertools.count(step=8)
    with pytest.raises(line_imports.ImportTooSlowError) as slow:
        screening_material.import_material(
            campaign=ground.campaign,
            data=b"".join(line % number for number in range(5)),
            actor=ground.manager,
            now=NOW,
            elapsed=lambda: next(clock),
        )
    assert slow.value.line == 3
    assert not ScreeningParagraph.objects.exists()
