"""The closed sets that every study design draws from: ours, not a study's."""

from __future__ import annotations

from enum import StrEnum


class SourceKind(StrEnum):
    SENTENCE_RUN = "sentence_run"
    TABLE = "table"
    INTRODUCTION_SENTENCE = "introduction_sentence"
    VERIFIED_PAIR = "verified_pair"


class Unit(StrEnum):
    """What gives at most one highlight in a campaign."""

    PAGE = "page"
    TABLE = "table"
    SENTENCE = "sentence"
    PAIR = "pair"


class StageKind(StrEnum):
    WRITE = "write"
    REWRITE = "rewrite"
    VERIFY = "verify"
    REVIEW = "review"


class Writes(StrEnum):
    """What fills a slot: a claim, or a claim with the evidence text written for it."""

    CLAIM = "claim"
    PAIR = "pair"


class Dealing(StrEnum):
    QUOTA = "quota"
    EACH = "each"
    FREE = "free"


class Effect(StrEnum):
    """What a value does to the claim that it changes; the checks go by it."""

    NARROWER = "narrower"
    WIDER = "wider"
    NEGATED = "negated"
    REWORDED = "reworded"
    SUBSTITUTED = "substituted"
    EXCHANGED = "exchanged"


class Look(StrEnum):
    """The places in which evidence may be found: any page, introductions, what is given."""

    OPEN = "open"
    INTRODUCTIONS = "introductions"
    GIVEN = "given"


class ElementKind(StrEnum):
    SENTENCE = "sentence"
    CELL = "cell"
    HEADER_CELL = "header_cell"
    CAPTION = "caption"
    ITEM = "item"


class Polarity(StrEnum):
    """Whether all evidence leads to the one verdict, or each set says what it does."""

    BY_VERDICT = "by_verdict"
    BY_SET = "by_set"


class Rule(StrEnum):
    FIRST = "first"
    MAJORITY = "majority"
    ADJUDICATED = "adjudicated"
    BY_CONSTRUCTION = "by_construction"


class Grader(StrEnum):
    MANAGER = "manager"
    GOLD = "gold"


class Measure(StrEnum):
    """What a calibration item is graded by."""

    GUIDELINES = "guidelines"
    TAGS = "tags"
    VERDICT = "verdict"
    EVIDENCE_PRECISION = "evidence_precision"
    EVIDENCE_RECALL = "evidence_recall"
    COMPLETE_SETS = "complete_sets"


class SplitUnit(StrEnum):
    """What is never torn apart by a split."""

    CLAIM = "claim"
    HIGHLIGHT = "highlight"
    PAGE = "page"
    TABLE = "table"
