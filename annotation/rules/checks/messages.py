"""The checks' messages in English, by code. `%(word)s` and the like are filled in."""

from __future__ import annotations

ENGLISH = {
    # sentence
    "empty": "Write a claim.",
    "too_short": "A claim is a whole sentence.",
    "too_long": "A claim has at most %(most)s characters; this one has %(length)s.",
    "several_lines": "A claim is one sentence on one line.",
    "several_sentences": "A claim is one sentence; here begins another.",
    "question": "A claim states something; it does not ask.",
    "no_capital": "Begin with a capital letter.",
    "no_stop": "End with a full stop.",
    # duplicate
    "identical": "This claim has been written already.",
    "nearly_identical": "Nearly the same as “%(claim)s”.",
    # copy
    "copies_sentence": "This says little more than one sentence of the highlight. Combine several.",
    # unchanged
    "unchanged": "This is still the claim that you started from.",
    # mutation
    "little_left": "Little is left of the claim that you started from. Change less.",
    "nothing_added": "More specific means that something is added; nothing is.",
    "something_added": "More general means that details go; here “%(words)s” came in.",
    "number_changed": "A paraphrase keeps its numbers; “%(words)s” is not in the other claim.",
    "number_lost": "A paraphrase keeps its numbers; “%(words)s” is missing.",
    "name_changed": "A paraphrase keeps its names; “%(words)s” is not in the other claim.",
    "turned_around": "A paraphrase keeps the meaning; “%(words)s” may turn it around.",
    "nothing_substituted": "No name, place, date or number was exchanged.",
    # bare negation
    "bare_negation": "Only “%(words)s” was added. Turn the meaning around in another way.",
    # vague
    "vague_time": "“%(words)s” means something else next year. Give a date.",
    "vague_amount": "“%(words)s” is vague. Give a number, or leave it out.",
    "vague_hedge": "“%(words)s” leaves open whether it is so. State it.",
    "vague_opinion": "“%(words)s” is a matter of opinion. State what can be checked.",
    # pronoun
    "pronoun": "Who or what is “%(words)s”? Name it: the claim must stand alone.",
    # giveaway
    "giveaway": "“%(words)s” gives the verdict away: %(share)s%% of the claims with it are alike.",
    # beyond
    "beyond": "Not in the highlight or its context: %(words)s.",
}
