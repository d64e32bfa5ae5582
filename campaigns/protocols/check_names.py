"""The names by which protocols ask for checks."""

from __future__ import annotations

SENTENCE = "sentence"  # a claim is one sentence
DUPLICATE = "duplicate"  # and not one that is there already
COPY = "copy"  # it says more than one highlighted sentence does
UNCHANGED = "unchanged"  # it differs from the claim that it changes
MUTATION = "mutation"  # in the way that was asked for
BARE_NEGATION = "bare_negation"  # and by more than a "not"
VAGUE = "vague"  # no subjective, vague or time-relative words
PRONOUN = "pronoun"  # no "he" before anybody is named
GIVEAWAY = "giveaway"  # no phrase that tells the verdict by itself
BEYOND = "beyond"  # no words from outside the highlight and its context

CHECKS = (
    SENTENCE,
    DUPLICATE,
    COPY,
    UNCHANGED,
    MUTATION,
    BARE_NEGATION,
    VAGUE,
    PRONOUN,
    GIVEAWAY,
    BEYOND,
)
