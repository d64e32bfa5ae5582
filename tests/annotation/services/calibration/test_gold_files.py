"""Gold goes to a file and comes back; a bad line imports nothing."""

from __future__ import annotations

import json

import pytest

from annotation.models import Attempt, Claim, Gold, Highlight, Verification
from annotation.rules.calibration.files import MOST_BYTES
from annotation.services.calibration import gold as gold_service
from annotation.services.calibration import gold_files
from tests.annotation.calibration_world import Ground, make_ground
from tests.people import NOW

pytestmark = pytest.mark.django_db


def _import(ground: Ground, data: bytes) -> int:
    return gold_files.import_gold(
        campaign=ground.campaign, data=data, actor=ground.manager, now=NOW
    )


def _counts() -> tuple[int, ...]:
    return (
        Gold.objects.count(),
        Claim.with_gold.count(),
        Highlight.with_gold.count(),
        Attempt.objects.count(),
        Verification.objects.count(),
    )


def test_exported_gold_is_imported_as_it_was() -> None:
    ground = make_ground()
    exported = b"".join(gold_files.export_gold(ground.campaign))
    assert exported.count(b"\n") == 8
    for row in Gold.objects.all():
        gold_service.withdraw_gold(gold=row, actor=ground.manager, now=NOW)
    assert b"".join(gold_files.export_gold(ground.campaign)) == b""
    assert _import(ground, exported) == 8
    assert b"".join(gold_files.export_gold(ground.campaign)) == exported


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", ""),
        (b'{"task": "paint", "use": "silent"}', ""),
        (b'{"task": "verify", "use": "silent", "claim": "A.", "answer": {}, "extra": 1}', ""),
        (b'{"task": "verify", "use": "phase", "claim": "A b.", "answer": {}}', "phase"),
        (
            b'{"task": "verify", "use": "silent", "claim": "A b.", "answer": {"verdict": "maybe"}}',
            "unknown_verdict",
        ),
        (
            b'{"task": "write", "use": "silent", "page": "Nowhere", "source": "sentences",'
            b' "addresses": ["sentence_0"], "prescribed": {}, "claims": []}',
            "page",
        ),
        (
            b'{"task": "write", "use": "silent", "page": "River 009", "source": "sentences",'
            b' "addresses": ["sentence_99"], "prescribed": {}, "claims": []}',
            "address",
        ),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_imported(line: bytes, code: str) -> None:
    ground = make_ground()
    good = json.loads(next(gold_files.export_gold(ground.campaign)))
    fresh = {**good, "claim": "Another claim, not gold yet."}
    if "claims" in good:
        fresh = {**good, "addresses": ["sentence_1"], "use": "silent", "phase": ""}
    before = _counts()
    with pytest.raises(gold_files.LineRefusedError) as refused:
        _import(ground, json.dumps(fresh).encode() + b"\n\n" + line)
    assert refused.value.number == 2
    assert _counts() == before
    if code:
        error = refused.value.error
        codes = [fault.code for fault in getattr(error, "faults", [])]
        assert code in [getattr(error, "code", ""), *codes]


def test_a_file_that_is_too_large_is_refused() -> None:
    ground = make_ground()
    before = _counts()
    with pytest.raises(gold_files.FileTooLargeError):
        _import(ground, b" " * (MOST_BYTES + 1))
    with pytest.raises(gold_files.FileTooLargeError):
        _import(ground, b"{}\n" * 2_001)
    assert _counts() == before
