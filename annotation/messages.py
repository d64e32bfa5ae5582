"""The words for what pure rules find: they give codes with parameters, and here are the sentences.

Views (and later the API) ask for them; services and rules never do.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.models import LogMark
from annotation.rules.checks.findings import Finding
from annotation.rules.logs.bodies import ActFault
from annotation.rules.verifying.faults import JudgementFault, JudgementRefusedError
from annotation.rules.verifying.warnings import EvidenceWarning
from annotation.rules.writing.cards import EmptyField
from annotation.rules.writing.submissions import Misfit, MisfitError
from campaigns.protocols.writing import VERDICT
from core.structs import BadDataError, DataFault

Words = Mapping[str, Promise | str]

# --- checks of a claim that is being written -----------------------------------------------------
FINDINGS: Words = {
    # sentence
    "empty": _("Write a claim."),
    "too_short": _("A claim is a whole sentence."),
    "too_long": _("A claim has at most %(most)s characters; this one has %(length)s."),
    "several_lines": _("A claim is one sentence on one line."),
    "several_sentences": _("A claim is one sentence; here begins another."),
    "question": _("A claim states something; it does not ask."),
    "no_capital": _("Begin with a capital letter."),
    "no_stop": _("End with a full stop."),
    # duplicate
    "identical": _("This claim has been written already."),
    "nearly_identical": _("Nearly the same as “%(claim)s”."),
    # copy
    "copies_sentence": _(
        "This says little more than one sentence of the highlight. Combine several."
    ),
    # unchanged
    "unchanged": _("This is still the claim that you started from."),
    # mutation
    "little_left": _("Little is left of the claim that you started from. Change less."),
    "nothing_added": _("More specific means that something is added; nothing was."),
    "something_added": _(
        "More general means that details are removed; here “%(words)s” was added."
    ),
    "number_changed": _("A paraphrase keeps the numbers; “%(words)s” is not in the other claim."),
    "number_lost": _("A paraphrase keeps the numbers; “%(words)s” is missing."),
    "name_changed": _("A paraphrase keeps the names; “%(words)s” is not in the other claim."),
    "turned_around": _("A paraphrase keeps the meaning; “%(words)s” may reverse it."),
    "nothing_substituted": _("No name, place, date or number was exchanged."),
    # bare negation
    "bare_negation": _("Only “%(words)s” was added. Reverse the meaning in another way."),
    # vague
    "vague_time": _("“%(words)s” means something else next year. Give a date."),
    "vague_amount": _("“%(words)s” is vague. Give a number, or leave it out."),
    "vague_hedge": _("“%(words)s” does not say whether it is true. State it as a fact."),
    "vague_opinion": _("“%(words)s” is a matter of opinion. State what can be checked."),
    # pronoun
    "pronoun": _("Who or what is “%(words)s”? Name it: the claim must stand alone."),
    # giveaway
    "giveaway": _(
        "“%(words)s” gives the verdict away: %(share)s%% of its claims have the same verdict."
    ),
    # beyond
    "beyond": _("Not in the highlight or its context: %(words)s."),
}


def finding_text(finding: Finding) -> str:
    """Return what a check says, in words."""
    return str(FINDINGS[finding.message.code]) % finding.message.parameters


# --- claims that are handed in -------------------------------------------------------------------
_EMPTY_FIELDS: Words = {
    "text": _("the claim"),
    "base": _("which claim it changes"),
    "base_or_new": _("whether it is new or changes a claim"),
    VERDICT: _("intended verdict"),
}
MISFITS: Words = {
    "unknown_slot": _("There is no slot “%(slot)s”."),
    "value_prescribed": _("%(slot)s: “%(factor)s” is prescribed, not chosen."),
    "unknown_value": _("%(slot)s: there is no %(factor)s “%(value)s”."),
    "value_missing": _("%(slot)s: its %(factor)s is missing."),
    "unknown_verdict": _("%(slot)s: there is no verdict “%(verdict)s”."),
    "verdict_prescribed": _("%(slot)s: its verdict is prescribed."),
    "tag_not_asked": _("%(slot)s: “%(tag)s” is not asked for."),
    "no_base": _("%(slot)s: which claim does it change?"),
    "wrong_base": _("%(slot)s: it does not change “%(base)s”."),
    "base_missing": _("%(slot)s: the claim that it changes is missing."),
    "wrong_number": _("%(slot)s: from %(least)s to %(most)s claims are asked for, not %(count)s."),
    "wrong_number_of_value": _(
        "%(slot)s: from %(least)s to %(most)s claims are asked for of “%(value)s”, not %(count)s."
    ),
}


def empty_field_text(field: EmptyField) -> str:
    """Return the name of a field that is still empty, within its card."""
    name = "base_or_new" if field.may_be_new else field.field
    return str(_EMPTY_FIELDS.get(name) or field.label.lower())


def misfit_text(misfit: Misfit) -> str:
    """Return why a claim is not what its protocol asks for, in words."""
    return str(MISFITS[misfit.code]) % misfit.parameters


# --- judgements ----------------------------------------------------------------------------------
FAULTS: Words = {
    "too_many_sets": _("This verdict has at most %(most)s evidence sets; there are %(count)s."),
    "no_sets_wanted": _("This verdict takes no evidence. Remove the selected elements."),
    "too_few_sets": _("One more evidence set is needed."),
    "no_sets": _("Choose evidence."),
    "empty_set": _("Evidence set %(number)s is empty."),
    "set_too_large": _(
        "Evidence set %(number)s has %(count)s elements; at most %(most)s are kept."
    ),
    "identical_sets": _("Evidence sets %(other)s and %(number)s are the same."),
    "element_twice": _("%(element)s is in evidence set %(number)s twice."),
    "no_page": _("There is no page “%(page)s” here."),
    "flagged_page": _("“%(page)s” lacks references, so it cannot be evidence."),
    "no_element": _("There is nothing at %(address)s of “%(page)s”."),
    "wrong_kind": _("A %(kind)s cannot be evidence here."),
    "flagged_section": _("The section of %(element)s lacks references, so it cannot be evidence."),
    "out_of_room": _("%(element)s is not among the evidence that this claim is verified with."),
    "no_verdict": _("Choose a verdict."),
    "unknown_verdict": _("There is no verdict “%(verdict)s”."),
    "answer_not_asked": _("The guideline question is not asked for this verdict."),
    "no_answer": _("Answer the guideline question."),
    "unknown_answer": _("There is no answer “%(answer)s”."),
    "answer_contradicts": _("With the answer “%(answer)s” the verdict is “%(verdict)s”."),
    "tag_not_asked": _("“%(tag)s” is not asked for."),
    "no_tag": _("Choose the %(label)s."),
    "unknown_tag": _("There is no %(label)s “%(value)s”."),
    "note": _("A note has at most %(most)s characters, and no control characters."),
}
KINDS: Words = {
    "sentence": _("sentence"),
    "cell": _("cell"),
    "header_cell": _("header cell"),
    "caption": _("caption"),
    "item": _("list item"),
}


def fault_text(fault: JudgementFault) -> str:
    """Return what is wrong with a judgement, in words."""
    rule, parameters = fault.rule, dict(fault.parameters)
    if rule == "too_few_sets" and not parameters["count"]:
        rule = "no_sets"
    if rule == "too_many_sets" and not parameters["most"]:
        rule = "no_sets_wanted"
    if rule == "wrong_kind":
        parameters["kind"] = str(KINDS[str(parameters["kind"])])
    return str(FAULTS[rule]) % parameters


WARNINGS: Words = {
    "contained": _(
        "All of set %(number)s is in set %(other)s too: does set %(other)s need more than that?"
    ),
    "many_sentences": _(
        "Set %(number)s has %(count)s sentences; with more than %(most)s no system can find"
        " all of it."
    ),
    "many_cells": _(
        "Set %(number)s has %(count)s cells, captions and items; with more than %(most)s no system"
        " can find all of it."
    ),
    "part_of_column": _(
        "The claim is about all of something, and set %(number)s has %(chosen)s of the %(all)s"
        " cells of a column of “%(page)s”: are the others needed?"
    ),
    "counted_part_of_column": _(
        "The claim counts or adds up, and set %(number)s has %(chosen)s of the %(all)s cells of a"
        " column of “%(page)s”: are the others needed, too, to show that there are no more?"
    ),
    "counted_part_of_row": _(
        "The claim counts or adds up, and set %(number)s has %(chosen)s of the %(all)s numbers of a"
        " row of “%(page)s”: are the others needed?"
    ),
    # The second look of the machine, at assisted claims.
    "machine_missing": _("Second look: set %(number)s does not mention %(about)s."),
    "machine_opposite": _(
        "Second look: a program over a table of set %(number)s says the opposite: “%(about)s”"
    ),
    "machine_not_enough": _("Second look: set %(number)s is probably not enough yet."),
}


def warning_text(warning: EvidenceWarning) -> str:
    """Return what to look at again in a judgement's evidence, in words."""
    return str(WARNINGS[warning.code]) % warning.parameters


# --- limits --------------------------------------------------------------------------------------
_LIMITS: Mapping[tuple[str, bool], Promise] = {
    ("skip", False): _("You have skipped %(most)s items within an hour."),
    ("skip", True): _("You have skipped %(most)s items within a day."),
    ("report", False): _("You have reported %(most)s claims within an hour."),
    ("report", True): _("You have reported %(most)s claims within a day."),
    ("pause", False): _("You have paused %(most)s times within an hour."),
    ("pause", True): _("You have paused %(most)s times within a day."),
    ("feedback", False): _("You have asked the verifier %(most)s times within an hour."),
    ("feedback", True): _("You have asked the verifier %(most)s times within a day."),
}
# Work goes on without the verifier.
_AFTERWARDS: Words = {"feedback": _("Go on without it. Your text is kept.")}


def limit_text(act: str, most: int, within: timedelta) -> str:
    """Return what to do for somebody who did something too often, in words."""
    said = str(_LIMITS[str(act), within > timedelta(hours=1)]) % {"most": most}
    then = _AFTERWARDS.get(
        str(act), _("Ask your manager before you go on. Your work here is kept.")
    )
    return f"{said} {then}"


# --- logs that look odd --------------------------------------------------------------------------
LOG_MARKS: Words = {
    "long_batch": _(
        "%(time)s of activity arrived at once. A desk that is connected reports every 30 seconds."
    ),
    "impossible_times": _(
        "Actions were dated %(time)s before the start or after their arrival. They count within it."
    ),
    "log_full": _("The log is full: later actions are not in it."),
}


def log_mark_text(mark: LogMark) -> str:
    """Return what is odd about a log, in words."""
    minutes = max(1, round(mark.seconds / 60))
    hours, rest = divmod(minutes, 60)
    if hours:
        time = _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": rest}
    else:
        time = _("%(minutes)s min") % {"minutes": rest}
    return str(LOG_MARKS[mark.kind]) % {"time": time}


# --- requests of the desks -----------------------------------------------------------------------
ACT_FAULTS: Words = {
    "only_server": _("only the server knows of “%(kind)s”"),
    "missing_field": _("“%(field)s” is missing"),
    "wrong_field": _("“%(field)s” cannot be %(value)s"),
    "no_pages": _("there are no pages"),
    "time": _("its time cannot be right; check the clock of your computer"),
    "no_page": _("there is no page “%(page)s”"),
    "no_element": _("there is nothing at %(address)s"),
}
_DATA_FAULTS: Mapping[DataFault, Promise] = {
    DataFault.MALFORMED: _("The body of the request is not JSON."),
    DataFault.MISSING: _("“%(field)s” is missing."),
    DataFault.UNKNOWN: _("There is no field “%(field)s”."),
    DataFault.WRONG: _("“%(field)s” has an unexpected value."),
}


def act_fault_text(fault: ActFault) -> str:
    """Return what is wrong with an act that a browser reported, in words."""
    return str(ACT_FAULTS[fault.code]) % fault.parameters


def bad_data_text(error: BadDataError) -> str:
    """Return what is wrong with the body of a request, in words."""
    if error.fault is DataFault.WRONG and not error.field:
        return str(_("The body of the request has an unexpected form."))
    return str(_DATA_FAULTS[error.fault]) % {"field": error.field}


# --- gold ----------------------------------------------------------------------------------------
GOLD: Words = {
    "empty": _("Write a claim."),
    "too_long": _("This text is too long."),
    "twice": _("This is gold already, in this or in another use."),
    "other_use": _(
        "This text is or was gold of another use. Calibration and silent gold never overlap."
    ),
    "silent": _("Only claims to verify can be silent gold."),
    "prescription": _("A prescription is missing, or is not one of the design’s."),
    "phase": _("There is no such phase of this task."),
    "try": _("A try is a number from 1 to 9."),
    "position": _("A position is a number from 1 to 10,000."),
    "withdrawn": _("This gold was withdrawn."),
    "source": _("The design has no such kind of highlight."),
    "page": _("There is no such page in the corpus."),
    "address": _("The page has no such highlight of this source."),
    "no_highlight": _(
        "In this design a claim is verified with its highlight, so it cannot be gold by itself."
    ),
    "no_place": _("The page has nothing of this kind to highlight."),
}


def gold_text(code: str) -> str:
    """Return why gold is refused."""
    return str(GOLD[code])


def gold_line_text(error: Exception) -> str:
    """Return why a line of a file cannot be gold."""
    if isinstance(error, BadDataError):
        return f"{error.field}: {bad_data_text(error)}" if error.field else bad_data_text(error)
    if isinstance(error, JudgementRefusedError):
        return " ".join(fault_text(fault) for fault in error.faults)
    if isinstance(error, MisfitError):
        return " ".join(misfit_text(misfit) for misfit in error.misfits)
    code = getattr(error, "code", "")
    return gold_text(code) if code in GOLD else str(_("A model claim is refused by the checks."))


# --- screening -----------------------------------------------------------------------------------
SCREENING: Words = {
    "empty": _("Write something here."),
    "long": _("This text is too long."),
    "characters": _("This text has characters that cannot be stored."),
    "twice": _("This is there already."),
    "number": _("There are from two to nine answers."),
    "none": _("There is no answer with this number."),
    "same": _("The mutation says the same as the summary. Change what it says."),
}


def screening_text(code: str) -> str:
    """Return why a question, a paragraph or a candidate's text is refused."""
    return str(SCREENING[code])


def screening_line_text(error: Exception) -> str:
    """Return why a line of a file is no question and no paragraph."""
    if isinstance(error, BadDataError):
        return f"{error.field}: {bad_data_text(error)}" if error.field else bad_data_text(error)
    return screening_text(getattr(error, "code", "characters"))
