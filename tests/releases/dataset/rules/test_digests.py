"""Digests by which two releases are compared."""

from __future__ import annotations

from releases.dataset.rules.digests import DIGEST_LENGTH, evidence_digest, text_digest

FIRST, SECOND = ("Aare", "sentence_0"), ("Aare", "cell_0_1_1")


def test_the_order_in_which_evidence_was_chosen_does_not_matter() -> None:
    assert evidence_digest([[FIRST, SECOND], [FIRST]]) == evidence_digest(
        [[FIRST], [SECOND, FIRST]]
    )


def test_other_evidence_has_another_digest() -> None:
    cases = [[], [[FIRST]], [[SECOND]], [[FIRST, SECOND]], [[FIRST], [SECOND]]]
    digests = {evidence_digest(sets) for sets in cases}
    assert len(digests) == len(cases)
    assert {len(digest) for digest in digests} == {DIGEST_LENGTH}


def test_texts_are_told_apart_by_every_character() -> None:
    assert text_digest("The Aare is long.") == text_digest("The Aare is long.")
    assert text_digest("The Aare is long.") != text_digest("The Aare is long")
