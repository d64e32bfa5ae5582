"""Every field of a protocol is read, or waits for a capability that is named here."""

from __future__ import annotations

from tests.campaigns.protocols.field_reads import fields_read, unread_fields

# Remove a line when its capability reads the field.
WAITING = {
    "Protocol.calibration": "calibration",
    "Redundancy.experts": "experts",
    "Acceptance.sampled": "batch review",
    "Acceptance.filtered": "batch review",
    # Stages that take in the claims of another stage: rewriting and reviewing.
    "Stage.inputs": "batch review",
    # Two pairs of a claim and a written text become four.
    "Protocol.derivation": "derivation",
    "Slot.writes": "derivation",
    "EvidenceRule.written": "derivation",
    "EvidenceRule.polarity": "polarity",
    # What is shown beside an introduction sentence that claims are written from.
    "Source.dictionary": "introduction sentences",
}


def test_every_field_is_read_or_waits_for_a_capability() -> None:
    assert unread_fields() == set(WAITING)


def test_reads_are_found_in_code_in_methods_that_are_called_and_in_templates() -> None:
    read = fields_read()
    assert ("Resolution", "otherwise") in read  # read in code
    assert (
        "Depth",
        "total",
    ) in read  # Protocol.depth_shares()
    assert ("Slot", "instruction") in read  # read by a template
