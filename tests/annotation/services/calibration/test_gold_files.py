"""Gold goes to a file and comes back; a bad line imports nothing."""

from __future__ import annotations

import itertools
import json

import pytest
from django.conf import settings
from msgspec.structs import replace

from annotation.messages import gold_line_text
from annotation.models import Attempt, Claim, Gold, Highlight, Verification
from annotation.services.calibration import gold as gold_service
from annotation.services.calibration import gold_files, line_imports
from annotation.services.calibration.line_imports import MOST_BYTES
from campaigns.models import Campaign
from campaigns.protocols.enums import Look
from campaigns.protocols.freezing import freeze
from campaigns.selectors.protocols import protocol_of
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
        # Elements of the page, but none that the source allows: a table, one sentence, a gap.
        *(
            (
                b'{"task": "write", "use": "silent", "page": "River 009", "source": "sentences",'
                b' "addresses": ' + addresses + b', "prescribed": {}, "claims": []}',
                "address",
            )
            for addresses in (
                b'["table_0"]',
                b'["sentence_0"]',
                b'["sentence_0", "sentence_1", "sentence_2", "sentence_4"]',
                b'["sentence_0", "sentence_0", "sentence_0", "sentence_0"]',
            )
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
    with pytest.raises(line_imports.LineRefusedError) as refused:
        _import(ground, json.dumps(fresh).encode() + b"\n\n" + line)
    # The number of the line in the file, blank lines included.
    assert refused.value.number == 3
    assert _counts() == before
    if code:
        error = refused.value.error
        codes = [fault.code for fault in getattr(error, "faults", [])]
        assert code in [getattr(error, "code", ""), *codes]


def test_a_file_that_is_too_large_is_refused() -> None:
    ground = make_ground()
    before = _counts()
    with pytest.raises(line_imports.FileTooLargeError):
        _import(ground, b" " * (MOST_BYTES + 1))
    with pytest.raises(line_imports.FileTooLargeError):
        _import(ground, b"{}\n" * 2_001)
    assert _counts() == before


def test_an_import_that_takes_too_long_is_stopped_and_stores_nothing() -> None:
    ground = make_ground()
    exported = b"\n".join(gold_files.export_gold(ground.campaign))
    for row in Gold.objects.all():
        gold_service.withdraw_gold(gold=row, actor=ground.manager, now=NOW)
    before = _counts()
    # Eight seconds pass before each line.
    clock = itertools.count(step=8)
    with pytest.raises(line_imports.ImportTooSlowError) as slow:
        gold_files.import_gold(
            campaign=ground.campaign,
            data=exported,
            actor=ground.manager,
            now=NOW,
            elapsed=lambda: next(clock),
        )
    # Of the lines 1, 3, 5 …: the export ends each of its own, and we put another between them.
    assert slow.value.line == 5
    assert _counts() == before


def test_a_file_of_the_largest_size_reaches_the_import() -> None:
    # A boundary, a token and a few headers come with it.
    assert MOST_BYTES + 100_000 < settings.BODY_LIMIT


def test_a_claim_without_a_highlight_is_no_gold_where_evidence_is_given() -> None:
    ground = make_ground()
    line = next(gold_files.export_gold(ground.campaign))
    campaign = Campaign.objects.get(pk=ground.campaign.pk)
    protocol = protocol_of(campaign)
    given = replace(protocol, evidence=replace(protocol.evidence, look=Look.GIVEN))
    campaign.protocol = freeze(given)
    campaign.save(update_fields=["protocol"])
    before = _counts()
    with pytest.raises(line_imports.LineRefusedError) as refused:
        gold_files.import_gold(
            campaign=campaign,
            data=line.replace(b"A claim of gold", b"Another claim"),
            actor=ground.manager,
            now=NOW,
        )
    assert gold_line_text(refused.value.error).startswith("In this design a claim is verified")
    assert _counts() == before
