"""Every field of a protocol is read, or waits for a capability that is named here."""

from __future__ import annotations

from campaigns.protocols.concept import bounds_in
from tests.campaigns.protocols.field_reads import concepts, fields_read, unread_fields

# Remove a line when its capability reads the field.
WAITING = {
    # Stages that take in the claims of another stage: rewriting and reviewing.
    "Stage.inputs": "review stages",
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


def test_every_number_that_a_manager_may_change_is_read() -> None:
    changed = {f"{name}.{field}" for name, kind in concepts().items() for field in bounds_in(kind)}
    assert changed.isdisjoint(unread_fields())
