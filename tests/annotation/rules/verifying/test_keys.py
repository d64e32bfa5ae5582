"""Keys of choices: from the words of their labels, and never one that is taken."""

from __future__ import annotations

from annotation.rules.verifying.keys import TAKEN, assign_keys
from campaigns.protocols import registry


def test_choices_get_the_first_letters_of_their_words() -> None:
    labels = ["Supported", "Refuted", "Not enough information"]
    assert assign_keys(labels) == ["s", "r", "n"]


def test_a_taken_letter_is_never_given_again() -> None:
    # "e" extends the time, "n" comes next in the word.
    assert assign_keys(["Entailed", "Entirely new", "No"]) == ["n", "r", "o"]


def test_large_letters_are_apart_from_small_ones() -> None:
    assert assign_keys(["Table", "other"], upper=True) == ["A", "O"]


def test_a_label_without_a_free_letter_gets_one_of_the_alphabet() -> None:
    assert assign_keys(["Tea", "東京"], taken="teabc") == ["d", "f"]
    assert assign_keys(["a"], taken="abcdefghijklmnopqrstuvwxyz") == [""]


def test_every_design_has_a_key_for_each_verdict() -> None:
    for name, _label in registry.choices():
        protocol = registry.get(name)
        keys = assign_keys([choice.label for choice in protocol.verdicts.choices])
        assert "" not in keys
        assert len(set(keys) | TAKEN) == len(keys) + len(TAKEN)
