"""The words for the codes of reports: kinds, sections, figures and reasons."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as translate
from django.utils.translation import gettext_lazy as _

from annotation.models import Claim, Highlight
from quality.models import QualityReport
from quality.selectors.people import GuidelinesState

ReportWords = Mapping[str, Promise | str]

# --- what a job does -----------------------------------------------------------------------------
NOTES: ReportWords = {
    "reading": _("Reading claims, verifications and evidence"),
    "evidence_texts": _("Reading the text of the evidence"),
    "verdicts": _("Agreement on verdicts"),
    "people": _("Agreement of people and pairs"),
    "groups": _("Agreement by what it depends on"),
    "evidence": _("Evidence"),
    "words": _("Words that give verdicts away"),
    "factors": _("Verdicts by claim type, mutation and evidence"),
    "probes": _("Classifiers that see only a part"),
    "weights": _("Balancing weights"),
    "claims": _("Claims"),
}

# --- how far a member has read the guidelines ----------------------------------------------------
GUIDELINES_STATES: Mapping[GuidelinesState, Promise | str] = {
    GuidelinesState.READ: _("Read"),
    GuidelinesState.OLDER: _("An older version read"),
    GuidelinesState.UNREAD: _("Not read"),
    GuidelinesState.NONE: "–",
}

# --- why a figure has no value -------------------------------------------------------------------
UNDEFINED: ReportWords = {
    "no_items": _("no items yet"),
    "one_category": _("only one value was ever given"),
    "one_rating": _("only one rating each"),
    "too_few_items": _("too few items"),
    "unequal_ratings": _("different numbers of ratings"),
}

# --- what figures are about ----------------------------------------------------------------------
FACTORS: ReportWords = {
    "challenge": _("Challenge"),
    "slot": _("Claim type"),
    "mutation": _("Mutation"),
    "source": _("Kind of highlight"),
    "evidence_kind": _("Kind of evidence"),
    "evidence_place": _("Place of evidence"),
    "arm": _("Assistance"),
    "feedback": _("Feedback to writers"),
}
ARMS: ReportWords = {arm.value: arm.label for arm in Claim.Arm}
FEEDBACK: ReportWords = {arm.value: arm.label for arm in Highlight.Feedback}
SET_KINDS: ReportWords = {
    "sentences": _("Sentences only"),
    "tables": _("Tables and lists only"),
    "combined": _("Both"),
    "none": _("No evidence"),
}
# The values of factors that no design names.
FACTOR_VALUES: Mapping[str, ReportWords] = {
    "evidence_kind": SET_KINDS,
    "arm": ARMS,
    "feedback": FEEDBACK,
}
EVIDENCE_KINDS: ReportWords = {
    "all": _("All elements"),
    "sentence": _("Sentences"),
    "cell": _("Cells"),
    "caption": _("Captions"),
    "item": _("List items"),
}
PLACES: ReportWords = {
    "first": _("First sentence, table or list of its page"),
    "late": _("After sentence, row or item 20"),
    "first_half": _("First half of its table"),
    "second_half": _("Second half of its table"),
}
TABLE_SIZES: ReportWords = {
    "up_to_10": _("Up to 10 rows"),
    "11_to_20": _("11 to 20 rows"),
    "over_20": _("More than 20 rows"),
}
CLAIM_PROPERTIES: ReportWords = {
    "alternative_sets": _("With alternative sets of evidence"),
    "several_sentences": _("With several sentences"),
    "several_pages": _("With several pages"),
    "whole_rows": _("With a whole row of a table"),
    "whole_columns": _("With a whole column of a table"),
}
PROBES: ReportWords = {
    "claim_verdict": _("Verdict from the claim alone"),
    "claim_evidence_kind": _("Kind of evidence from the claim alone"),
    "evidence_verdict": _("Verdict from the evidence alone"),
    "length_verdict": _("Verdict from the length of the claim alone"),
}

# --- what to look at next ------------------------------------------------------------------------
HINTS: ReportWords = {
    "drift": _(
        "%(person)s agreed with the others on %(expected)s%% of claims at first, and on %(share)s%%"
        " lately (%(part)s of %(total)s)."
    ),
    "gold_drift": _(
        "%(person)s gave the right verdict on %(expected)s%% of gold at first, and on %(share)s%%"
        " lately (%(part)s of %(total)s)."
    ),
    "low_person": _(
        "%(person)s agrees with the others on %(share)s%% of claims (%(part)s of %(total)s);"
        " everybody else on %(expected)s%%."
    ),
    "low_pair": _(
        "%(person)s and %(other)s agree on %(share)s%% of claims (%(part)s of %(total)s); all"
        " pairs on %(expected)s%%."
    ),
    "phrase": _(
        "“%(feature)s” gives a verdict away: %(part)s of %(total)s claims with it are"
        " %(verdict)s (%(share)s%%); of all claims %(expected)s%%."
    ),
    "claim_only": _(
        "A classifier that sees only the claim finds the verdict of %(share)s%% (%(part)s of"
        " %(total)s); the most frequent verdict has %(expected)s%%."
    ),
    "place": _(
        "The place of evidence gives a verdict away: %(feature)s. %(part)s of %(total)s such claims"
        " are %(verdict)s (%(share)s%%); of all claims %(expected)s%%."
    ),
}
# By task: the page to act on, the sentence, and the words of the link.
QUEUES: Mapping[str, tuple[str, Promise | str, Promise | str]] = {
    "write": (
        "campaign-highlights",
        _(
            "Writers run out of highlights on %(weekday)s, %(day)s: %(waiting)s are left, at"
            " %(pace)s a day."
        ),
        _("Draw highlights"),
    ),
    "verify": (
        "campaign-people",
        _(
            "Verifiers run out of claims on %(weekday)s, %(day)s: %(waiting)s are left, at %(pace)s"
            " a day."
        ),
        _("Let more people write"),
    ),
}

# --- why a text is no table program --------------------------------------------------------------
NOTATION: ReportWords = {
    "empty": _("Write a program, or choose one of the list."),
    "too_long": _("The program is too long: it may have 5,000 characters and 800 words and marks."),
    "too_deep": _("Too many functions are inside each other: at most 16."),
    "unexpected": _("At character %(at)s: “%(about)s” cannot be here."),
    "unfinished": _("The program ends too early: a bracket or a part is missing."),
    "unknown_function": _("At character %(at)s: there is no function “%(about)s”."),
    "unknown_column": _("At character %(at)s: the table has no column “%(about)s”."),
    "several_columns": _(
        "At character %(at)s: several columns are called “%(about)s”. Write its number, such as #2."
    ),
    "no_keys": _("At character %(at)s: the cells of “%(about)s” are no numbers, dates or times."),
    "wrong_kind": _("At character %(at)s: “%(about)s” is not what the function takes here."),
    "wrong_count": _("At character %(at)s: “%(about)s” takes another number of parts."),
    "no_words": _("At character %(at)s: “%(about)s” has no words."),
    "bad_number": _("At character %(at)s: “%(about)s” is too large, or no whole number."),
    "no_truth": _("At character %(at)s: “%(about)s” is neither true nor false."),
}


def notation_fault(fault: str, at: int, about: str) -> str:
    """Return what is wrong with a program, and where."""
    return str(NOTATION[fault]) % {"at": at, "about": about}


def kind_label(kind: str) -> str:
    """Return the name of a kind of report."""
    return str(QualityReport.Kind(kind).label) if kind in QualityReport.Kind.values else kind


def section_note(section: str) -> str:
    """Return what a job does in a section."""
    return str(NOTES[section])


def undefined_text(reason: str) -> str:
    """Return why a figure has no value."""
    return str(UNDEFINED.get(reason, reason)) if reason else translate("not known")
