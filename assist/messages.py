"""The words for the verifier's codes: stages, labels, and reasons not to judge."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_STAGES: dict[str, str | Promise] = {
    "reading": _("Reading claims and pages"),
    "measuring_text": _("Measuring on pages held out: texts"),
    "fitting_text": _("Learning from texts"),
    "fitting_reader": _("Training the reader"),
    "measuring_reader": _("Measuring on pages held out: the reader"),
    "measuring_tables": _("Measuring on pages held out: tables"),
    "fitting_tables": _("Learning from tables"),
    "writing": _("Writing the model"),
}
_LABELS: dict[str, str | Promise] = {
    "SUPPORTS": _("Supported"),
    "REFUTES": _("Refuted"),
    "NOT ENOUGH INFO": _("Not enough information"),
}
_ABSTENTIONS: dict[str, str | Promise] = {
    "no_words": _("The claim has no words that the verifier can read. It reads English only."),
    "no_evidence": _("No page of this corpus has evidence for or against it."),
    "unsure": _("The evidence points both ways, or to nothing: any verdict would be a guess."),
}
_MODEL_PROBLEMS: dict[str, str | Promise] = {
    "none": _("The verifier has not been trained yet."),
    "training": _("The verifier is being trained. Try again in a few minutes."),
    "missing": _("The file of the model in use is missing."),
    "changed": _("The file of the model in use is damaged: its checksum differs."),
    "unreadable": _("The model in use was made by another version of Touchstone."),
    "not_installed": _(
        "The model in use has a reader, and the packages of the reader are not installed here."
    ),
}
_UNUSABLE: dict[str, str | Promise] = {
    "missing": _("Version %(number)s cannot be used: a file of it is missing."),
    "changed": _("Version %(number)s cannot be used: a file of it is damaged."),
    "unreadable": _("Version %(number)s was made by another version of Touchstone."),
    "not_installed": _(
        "Version %(number)s cannot be used: the packages of the reader are not installed."
    ),
}


def stage_note(stage: str) -> str:
    """Return the note on a stage of a training."""
    return str(_STAGES[stage])


def label_word(label: str) -> str:
    """Return the word for a label."""
    return str(_LABELS[label])


def abstention_text(reason: str) -> str:
    """Return the sentence that says why there is no verdict."""
    return str(_ABSTENTIONS[reason])


def model_problem(code: str) -> str:
    """Return the sentence that says why no model can be used."""
    return str(_MODEL_PROBLEMS[code])


def unusable_version(code: str, number: int) -> str:
    """Return the sentence that says why a version was not put into use."""
    return str(_UNUSABLE[code]) % {"number": number}
