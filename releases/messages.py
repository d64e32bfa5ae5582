"""The words for refusals: pure modules give codes with parameters, and here are the sentences.

Views, commands and job kinds ask for them; services and rules never do.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _text
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from releases.dataset.rules.refusals import RefusalReason
from releases.formats import FORMATS
from releases.formats.files.reading import FileFault
from releases.forms.format_titles import format_title
from releases.importing.staging import FileCounts
from releases.models import DatasetImport

RefusalWords = Mapping[str, Promise | str]

# --- lines of files -----------------------------------------------------------------------------
LINES: RefusalWords = {
    "field_missing": _("“%(field)s” is missing."),
    "field_unknown": _("“%(field)s” is not a key of this format."),
    "field_no_text": _("“%(field)s” is missing or not text."),
    "field_no_whole_number": _("“%(field)s” is missing or not a whole number."),
    "field_no_list": _("“%(field)s” is not a list."),
    "field_no_object": _("“%(field)s” is not a JSON object."),
    "field_unfit": _("“%(field)s” has an unexpected value."),
    "field_too_long": _("“%(field)s” is longer than %(most)s characters."),
    "holds_no_text": _("“%(field)s” holds something that is not text."),
    "holds_no_whole_number": _("“%(field)s” holds something that is not a whole number."),
    "holds_no_list": _("“%(field)s” holds something that is not a list."),
    "holds_no_object": _("“%(field)s” holds something that is not a JSON object."),
    "holds_too_long": _("“%(field)s” holds more than %(most)s characters."),
    "holds_nul": _("“%(field)s” holds a NUL character."),
    "out_of_range": _("“%(field)s” is out of range."),
    "line_is_no_object": _("The line is not a JSON object."),
    "label_unknown": _("The label %(value)s is not known."),
    "challenge_unknown": _("The challenge %(value)s is not known."),
    "verdict_without_label": _("The verdict “%(verdict)s” has no label in this format."),
    "challenge_without_name": _("The challenge “%(challenge)s” has no name in this format."),
    "number_of_sets": _("There are %(count)s evidence sets, not 1 to %(most)s."),
    "no_set": _("There is no evidence set."),
    "empty_set": _("An evidence set is empty."),
    "set_no_list": _("An evidence set is not a list."),
    "element_twice": _("An element is in a set twice."),
    "piece_without_page": _("A piece of evidence names no page."),
    "piece_without_line": _("A piece of evidence names no line."),
    "piece_no_element": _("A piece of evidence is not [page, kind, position]."),
    "piece_no_line_of_page": _("A piece of evidence is not [page, line]."),
    "piece_no_four_parts": _("A piece of evidence does not have four parts."),
    "context_keys": _("“context” does not have the keys of “content”."),
    "context_no_list": _("A context is not a list."),
    "context_no_address": _("A context holds something that is not an address."),
    "context_elsewhere": _("The context of “%(id)s” is on another page."),
    "no_address": _("“%(address)s” is not the address of an element."),
    "no_element_id": _("“%(id)s” is not an element id."),
    "no_sentence": _("“%(id)s” is not a sentence."),
    "operation_unknown": _("The operation “%(operation)s” is not known."),
    "no_time": _("“%(time)s” is not a time."),
    "act_time": _("The time of an act is out of range."),
    "act_without_time": _("An act has no time."),
    "act_without_element": _("An act names no element."),
    "verifiable_misfit": _("“verifiable” does not go with the label."),
    "no_page": _("This is not a page."),
    "no_utf8": _("This is not UTF-8 (byte %(byte)s of the line)."),
    "no_json": _("This is not JSON (from character %(character)s on)."),
    "json_too_deep": _("The JSON is nested too deeply."),
    "json_no_number": _("This is not JSON: %(value)s is not a number in JSON."),
    "json_unbounded": _("This is not JSON: %(value)s is out of range."),
    "json_number": _("This is not JSON: a number has too many digits."),
    "json_nul": _("The line holds a NUL character."),
    "json_half_character": _("The line holds half of a character."),
    "line_too_long": _("The line is longer than %(most)s bytes."),
    "file_too_large": _("Unpacked, the file is larger than %(most)s MB."),
    "too_many_lines": _("The file has more than %(most)s lines."),
    "too_many_values": _("The line has more than %(most)s values."),
    "reading_too_slow": _("Reading the file took more than %(most)s s without another line."),
    "reading_too_large": _("Reading the file needs more than %(most)s MB of memory."),
    "reader_crashed": _("The file crashes the program that reads it (%(detail)s)."),
    "file_damaged": _("The file is damaged from here on, or not all of it is here."),
    "no_claims": _("The file holds no claims."),
    "id_twice": _("The id %(id)s is in line %(line)s already."),
    "id_in_other_part": _("The id %(id)s is in line %(line)s of another part already."),
}
# --- imports ------------------------------------------------------------------------------------
IMPORTS: RefusalWords = {
    "empty_claim": _("“claim” is empty."),
    "claim_too_long": _("The claim is longer than %(most)s characters."),
    "title_too_long": _("The title of a page is longer than %(most)s characters."),
    "verdict_unknown": _("The verdict “%(verdict)s” is not in the study design."),
    "provenance": _("“provenance”: %(reason)s"),
    "tag_unknown": _("“%(value)s” is not a %(tag)s of the study design."),
    "no_file": _("There is no file."),
    "campaign_exists": _("There is a campaign “%(name)s” already."),
    "corpus_right_lost": _("You may no longer use the corpus “%(corpus)s”."),
    "needs_highlights": _(
        "In this study design people verify what they are given with a highlight, which imported"
        " claims do not have."
    ),
    "looks_like_format": _(
        "This looks like a file in the format “%(format)s”. Choose that format, then import it"
        " again."
    ),
    "looks_like_predictions": _(
        "These look like predictions of a system, not like claims. Predictions are scored on the"
        " page of a release."
    ),
    "looks_like_pages": _("These look like pages, not like claims."),
    "looks_like_unlabelled": _(
        "These look like claims without labels. Only claims with their labels can be imported."
    ),
    "looks_like_document": _(
        "This looks like one JSON document. Files of claims have one JSON object on each line."
    ),
}
# --- predictions --------------------------------------------------------------------------------
PREDICTIONS: RefusalWords = {
    "empty_part": _("The part has no claims."),
    "too_few_withheld": _(
        "The labels of this part are withheld: scores are shown from %(most)s claims on, and it has"
        " fewer."
    ),
    "ids_mixed": _("Some predictions have an id and others none."),
    "too_many_predictions": _("The part has no more than %(count)s claims."),
    "no_prediction": _("There is no prediction for claim %(claim)s."),
    "no_such_claim": _("The part has no claim %(claim)s."),
}
# --- options of a release -----------------------------------------------------------------------
CHOICES: RefusalWords = {
    "design_verdicts": _("Its verdicts have no labels in this format."),
    "design_sets": _("Claims may have more than %(most)s evidence sets."),
    "design_challenge": _("Claims have no challenge."),
    "design_elements": _("Its evidence is more than sentences."),
    "format_misfit": _("The format “%(format)s” does not go with this study design. %(reason)s"),
    "format_unknown": _("There is no format “%(format)s”."),
    "no_format": _("Choose a format."),
    "no_parts": _("There is no part."),
    "part_name": _("“%(part)s” cannot be a part. Use letters, digits, - and _, as in “train”."),
    "parts_alike": _("Two parts have the same name."),
    "part_size": _("“%(part)s” needs a share or a size, and not both."),
    "part_negative": _("The size of “%(part)s” is below 0."),
    "shares_above_one": _("The shares add up to more than 1."),
    "part_unknown": _("There is no part “%(part)s”."),
    "stays_withheld": _(
        "“%(part)s” stays without labels, as published before: only a manager can change that."
    ),
    "note_names_somebody": _("“What is new” names somebody: leave names and addresses out."),
    "archived": _("The campaign is archived: no release of it is built."),
    "finished_data": _("It was imported as finished data: its release has all of it."),
    "undecidable": _(
        "The verdict follows from how a claim is made, which releases do not support yet."
    ),
}
# --- builds and checks --------------------------------------------------------------------------
CHECKS: RefusalWords = {
    "nothing_to_release": _("No claim of the campaign may go into a release yet."),
    "overtaken": _("Release %(release)s was finished in the meantime. Build a new one."),
    "plan_lost": _("The selection for this release was lost. Build a new one."),
    "unwritable_claim": _("Claim %(claim)s: %(reason)s"),
    "labels_published": _("%(file)s: the labels of “%(part)s” are to be withheld."),
    "file_missing": _("%(file)s is not there."),
    "file_changed": _("%(file)s is not as it was written."),
    "against_schema": _("%(file)s, line %(line)s: “%(field)s” does not fit the JSON Schema."),
    "in_line": _("%(file)s, line %(line)s: %(reason)s"),
    "claim_count": _("%(file)s: it holds %(count)s claims, not %(expected)s."),
    "more_than_claim": _("%(file)s, line %(line)s: it tells more than the claim."),
    "claim_id": _("%(file)s, line %(line)s: the id is no whole number."),
    "claim_twice": _("%(file)s: claim %(claim)s is there twice."),
    "claim_in_two_parts": _("%(file)s: claim %(claim)s is in “%(part)s”, too."),
    "line_names_somebody": _("%(file)s, line %(line)s: it says who somebody is."),
    "names_somebody": _("%(file)s, claim %(claim)s: it says who somebody is."),
    "claim_names_somebody": _("%(file)s, claim %(claim)s: “%(text)s” says who somebody is."),
    "files_differ": _("%(files)s: they do not hold the same claims in the same order."),
    "no_element": _("%(file)s, claim %(claim)s: “%(page)s” has no %(address)s."),
    "unpredictable": _("%(file)s, claim %(claim)s: no system could predict its evidence."),
    "gold_below_one": _(
        "%(file)s, claim %(claim)s: the claim’s own evidence does not reach the full score."
    ),
    "page_lacks_element": _("%(file)s: “%(page)s” has no %(address)s, which is evidence."),
    "page_missing": _("%(file)s: “%(page)s” is not there, which evidence is on."),
    "official_tool": _("%(tool)s: %(reason)s"),
    "officially_unread": _("%(file)s: %(count)s of %(expected)s claims can be read."),
    "official_page": _("%(file)s, claim %(claim)s: there is no “%(id)s”."),
    "gold_scores": _("%(file)s: the claims’ own evidence scores %(scores)s, not 1."),
    "broken_program": _("The program broke down: %(detail)s"),
}
REFUSALS: RefusalWords = {**LINES, **IMPORTS, **PREDICTIONS, **CHOICES, **CHECKS}
# Parameters that count something; others name a line, a claim or an id.
_COUNTS = frozenset({"count", "expected", "most"})


def refusal_text(refusal: RefusalReason) -> str:
    """Return why something is refused, in words."""
    return str(REFUSALS[refusal.code]) % {
        name: _shown(name, value) for name, value in refusal.parameters.items()
    }


def fault_text(fault: FileFault) -> str:
    """Return what is wrong with a file, in words, with the line."""
    reason = refusal_text(fault.refusal)
    if not fault.line:
        return reason
    return _text("Line %(line)s: %(reason)s") % {"line": fault.line, "reason": reason}


def file_sentences(dataset_import: DatasetImport) -> list[str]:
    """Return for each file of a finished import how many claims came in, and what was left out."""
    counts = msgspec.convert(dataset_import.counts, list[FileCounts])
    files = [file["name"] for file in dataset_import.files]
    return [
        _text("%(file)s: %(counts)s") % {"file": name, "counts": _counts_text(of_file)}
        for name, of_file in zip(files, counts, strict=False)
    ]


def _counts_text(counts: FileCounts) -> str:
    came_in = _counted(
        ngettext("%(count)s claim imported.", "%(count)s claims imported.", counts.claims),
        counts.claims,
    )
    left_out = [
        _counted(words, count)
        for words, count in (
            (ngettext("%(count)s header line", "%(count)s header lines", counts.header),
             counts.header),
            (ngettext("%(count)s empty line", "%(count)s empty lines", counts.empty),
             counts.empty),
        )
        if count
    ]  # fmt: skip
    if not left_out:
        return f"{came_in} {_text('Nothing was left out.')}"
    others = _text("Left out because they are no claims: %(lines)s.")
    return f"{came_in} {others % {'lines': ', '.join(left_out)}}"


def _counted(words: str, count: int) -> str:
    return words % {"count": number_format(count, force_grouping=True)}


def _shown(name: str, value: str | int | RefusalReason) -> str:
    if isinstance(value, RefusalReason):
        return refusal_text(value)
    if isinstance(value, int):
        return number_format(value, force_grouping=name in _COUNTS)
    return str(format_title(value)) if name == "format" and value in FORMATS else value
