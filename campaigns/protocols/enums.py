"""The closed sets that study designs choose from."""

from __future__ import annotations

from enum import StrEnum


class SourceKind(StrEnum):
    SENTENCE_RUN = "sentence_run"
    TABLE = "table"
    INTRODUCTION_SENTENCE = "introduction_sentence"
    VERIFIED_PAIR = "verified_pair"


class Unit(StrEnum):
    """The unit that has at most one highlight in a campaign."""

    PAGE = "page"
    TABLE = "table"
    SENTENCE = "sentence"
    PAIR = "pair"


class StageKind(StrEnum):
    WRITE = "write"
    REWRITE = "rewrite"
    VERIFY = "verify"
    REVIEW = "review"


class SlotContent(StrEnum):
    """The content of a slot: a claim, or a claim with a text written as its evidence."""

    CLAIM = "claim"
    PAIR = "pair"


class Dealing(StrEnum):
    QUOTA = "quota"
    EACH = "each"
    FREE = "free"


class Effect(StrEnum):
    """The effect of a value on the claim that it changes; checks look for it."""

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
    """The polarity of evidence: that of the verdict, or one for each set."""

    BY_VERDICT = "by_verdict"
    BY_SET = "by_set"


class ResolutionRule(StrEnum):
    FIRST = "first"
    MAJORITY = "majority"
    ADJUDICATED = "adjudicated"
    BY_CONSTRUCTION = "by_construction"


class Grader(StrEnum):
    MANAGER = "manager"
    GOLD = "gold"


class Measure(StrEnum):
    """A measure by which calibration items are graded."""

    GUIDELINES = "guidelines"
    TAGS = "tags"
    VERDICT = "verdict"
    EVIDENCE_PRECISION = "evidence_precision"
    EVIDENCE_RECALL = "evidence_recall"
    COMPLETE_SETS = "complete_sets"


class SplitUnit(StrEnum):
    """The unit that is never divided between the parts of a split."""

    CLAIM = "claim"
    HIGHLIGHT = "highlight"
    PAGE = "page"
    TABLE = "table"
