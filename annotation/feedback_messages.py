"""The words for what the verifier makes of a claim that is being written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from annotation.services.writing.feedback import ClaimFeedback
from assist.messages import abstention_text, label_word, model_problem
from campaigns.protocols.protocol import Protocol

if TYPE_CHECKING:
    from assist.selectors.claim_feedback import MachineFeedback, TableLink

_BAD_TEXTS: dict[str, Promise] = {
    "empty": gettext_lazy("Write a claim first, then ask the verifier."),
    "too_long": gettext_lazy("This is longer than a claim may be. Shorten it, then ask again."),
}
_PROBLEMS: dict[str, Promise] = {
    "no_search": gettext_lazy("The search cannot answer now. Go on without the verifier."),
    "failed": gettext_lazy("The verifier could not answer. Go on without it."),
}


def bad_text(code: str) -> str:
    """Return why nothing can be asked about a text."""
    return str(_BAD_TEXTS[code])


def no_feedback_text() -> str:
    """Return the refusal where the verifier is not asked."""
    return _("The verifier cannot be asked about claims of this highlight.")


def problem_text(code: str) -> str:
    """Return why there is no answer."""
    if code in _PROBLEMS:
        return str(_PROBLEMS[code])
    return _("No model is in use: %(problem)s") % {"problem": model_problem(code)}


def feedback_lines(feedback: ClaimFeedback, protocol: Protocol) -> list[str]:
    """Return the answer in sentences: what the verifier finds, how it judges, what it links."""
    answer = feedback.answer
    if answer is None:
        return [problem_text(feedback.problem)]
    lines = [f"{_page(answer)} {_elements(answer)}", _verdict(feedback, answer, protocol)]
    if answer.is_table and not answer.links:
        lines.append(_("No word of the claim is in the highlighted table."))
    return lines


def _page(answer: MachineFeedback) -> str:
    if answer.page_rank == 1:
        return _("The verifier finds this page first.")
    if answer.page_rank is not None:
        return _("The verifier finds this page as number %(rank)s of %(pages)s.") % {
            "rank": answer.page_rank,
            "pages": answer.pages,
        }
    return _("The verifier does not find this page.")


def _elements(answer: MachineFeedback) -> str:
    if answer.is_table:
        if answer.elements_found:
            return _("It reads the highlighted table.")
        return _("It does not read the highlighted table.")
    return ngettext(
        "It reads %(found)s of the %(all)s highlighted sentence.",
        "It reads %(found)s of the %(all)s highlighted sentences.",
        answer.elements,
    ) % {"found": answer.elements_found, "all": answer.elements}


def _verdict(feedback: ClaimFeedback, answer: MachineFeedback, protocol: Protocol) -> str:
    if not answer.label:
        return _("There was no time for a verdict. Ask again in a moment.")
    if answer.reason:
        why = abstention_text(str(answer.reason))
        return _("It cannot judge the claim. %(why)s") % {"why": why}
    said = _("It judges: %(label)s, %(percent)s%%.") % {
        "label": label_word(answer.label),
        "percent": round(100 * answer.probability),
    }
    if feedback.is_solved is None:
        return said
    if feedback.is_solved:
        return f"{said} {_('That is the verdict you intend.')}"
    names = {choice.name: choice.label for choice in protocol.verdicts.choices}
    intended = names.get(feedback.intended, feedback.intended)
    return f"{said} {_('You intend: %(label)s.') % {'label': intended}}"


def link_text(link: TableLink) -> str:
    """Return what words of the claim link to."""
    if not link.cells:
        return _("the column “%(column)s”") % {"column": link.column}
    cells = ", ".join(f"“{cell.text}”" for cell in link.cells)
    if link.column:
        cells = _("%(cells)s in the column “%(column)s”") % {"cells": cells, "column": link.column}
    more = link.count - len(link.cells)
    if more:
        return ngettext(
            "%(cells)s, and %(more)s more cell", "%(cells)s, and %(more)s more cells", more
        ) % {
            "cells": cells,
            "more": more,
        }
    return cells
