"""The page on which a claim is checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.logged_in import person_of
from accounts.roles import Area
from assist.forms import ClaimForm
from assist.messages import abstention_text, model_problem
from assist.selectors.access import checkable_corpora
from assist.views.words import verdict_word
from campaigns.selectors.memberships import areas_for
from search import SearchError
from wiki.models import Corpus

if TYPE_CHECKING:
    from assist.selectors.checking import ClaimAnswer, ShownOpinion


@require_safe
@never_cache
def check(request: HttpRequest) -> HttpResponse:
    """`/check/?claim=…`: the evidence for a claim, and the verifier's verdict."""
    person = person_of(request)
    checkable = checkable_corpora(person)
    context: dict[str, Any] = {
        "is_closed": bool(checkable.closed),
        "trains": Area.CAMPAIGNS in areas_for(person),
    }
    if not checkable.corpora:
        return render(request, "assist/check.html", context)
    is_asked = "claim" in request.GET
    form = ClaimForm(request.GET if is_asked else None, corpora=checkable.corpora)
    context["form"] = form
    if not is_asked:
        return render(request, "assist/check.html", context)
    if not form.is_valid():
        return render(request, "assist/check.html", context, status=400)
    answer, status = _answer(form.chosen_corpus, form.cleaned_data["claim"])
    return render(request, "assist/check.html", context | answer, status=status)


def _answer(corpus: Corpus, claim: str) -> tuple[dict[str, Any], int]:
    # They load NumPy and the model, which no other page needs.
    from assist.selectors.checking import check_claim
    from assist.selectors.loaded import NoModelError

    try:
        checked = check_claim(corpus=corpus, claim=claim)
    except NoModelError as error:
        return {"problem": model_problem(error.code), "lacks_model": True}, 503
    except SearchError as error:
        return {"problem": str(error)}, error.status
    return {
        "corpus": corpus,
        "checked": checked,
        "verdict": verdict_word(checked.label),
        "reason": abstention_text(checked.abstention) if checked.abstention else "",
        "shares": [
            (verdict_word(label), _percent(share)) for label, share in checked.probabilities.items()
        ],
        "percent": _percent(checked.probability),
        "sentences": _with_words(checked, "sentences"),
        "tables": _with_words(checked, "tables"),
    }, 200


def _with_words(checked: ClaimAnswer, name: str) -> list[dict[str, Any]]:
    return [
        {"evidence": evidence, **_words_of(evidence.opinion)} for evidence in getattr(checked, name)
    ]


def _words_of(opinion: ShownOpinion | None) -> dict[str, Any]:
    if opinion is None:
        return {"verdict": None}
    return {
        "verdict": verdict_word(opinion.label),
        "percent": _percent(opinion.probability),
        "is_deciding": opinion.is_deciding,
    }


def _percent(share: float) -> int:
    # Nothing is certain.
    return min(max(round(100 * share), 1), 99)
