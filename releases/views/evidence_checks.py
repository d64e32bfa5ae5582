"""Evidence checks for managers: requesting one, its progress, and what people found."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import CampaignAccess
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, posted, read_form
from core.row_pages import RowPaginator
from jobs.services import jobs
from jobs.views.polling import reload_page
from metrics.estimates import Estimate
from plots import Bar, BarChart
from releases.access import managed_release_for
from releases.forms.evidence_checks import AcceptRequest, EvidenceCheckForm
from releases.models import EvidenceCheck, EvidenceJudgement, Release
from releases.scoring import accepting, paper_figures
from releases.scoring import evidence_checks as services
from releases.scoring.evaluations import NotMeasurableError
from releases.scoring.predictions import ReleaseWithdrawnError
from releases.scoring.score_files import scoring_of
from releases.selectors import evidence_checks as selectors
from releases.selectors.releases import text_of
from releases.selectors.systems import checked_systems, systems_of
from releases.views.releases import TAB

CHECKS_A_PAGE = 20
_ARCHIVED = gettext_lazy("The campaign is archived: nothing more is checked on its releases.")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def checks(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Show the checks of a release, and request another one."""
    access, release = managed_release_for(request, public_id, version)
    systems = systems_of(release)
    form = EvidenceCheckForm(posted(request), systems=systems)
    if form.is_bound and form.is_valid() and _is_requested(release, form, access):
        return redirect("release-evidence-checks", public_id, version)
    page = RowPaginator(selectors.checks_of(release), CHECKS_A_PAGE).get_page(
        request.GET.get("page")
    )
    context = _context(release) | {
        "form": form,
        "systems": systems,
        "checks": page,
        "pages": page,
    }
    status = REFUSED if form.is_bound else 200
    template = "releases/evidence_checks.html"
    return render_tab(request, access, TAB, template, context, status=status)


@require_safe
@never_cache
def checks_progress(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Show the progress of drawing the sets of a check."""
    _access, release = managed_release_for(request, public_id, version)
    context = _context(release)
    return (
        render(request, "releases/progress.html", context) if context["is_busy"] else reload_page()
    )


@require_POST
def checks_cancel(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Stop drawing the sets of a check."""
    access, release = managed_release_for(request, public_id, version)
    latest = selectors.undrawn_check(release)
    try:
        if latest is None:
            raise jobs.AlreadyFinishedError
        services.cancel_check(check=latest, by=access.person, now=timezone.now())
    except jobs.AlreadyFinishedError:
        messages.info(request, _("It has already finished."))
    return redirect("release-evidence-checks", public_id, version)


@require_safe
@never_cache
def check(request: HttpRequest, public_id: UUID, version: int, number: int) -> HttpResponse:
    """Show what people have found in a check."""
    access, release = managed_release_for(request, public_id, version)
    found = get_object_or_404(selectors.checks_of(release), number=number)
    results = selectors.results_of(found)
    answers = EvidenceJudgement.Answer
    context = {
        "release": release,
        "check": found,
        "systems": checked_systems(found),
        "results": results,
        "chart": _chart(results),
        "new_evidence": _percents(results.new_evidence),
        "judges": [
            (figures, _percents(figures.share)[0])
            for figures in sorted(results.judges.values(), key=lambda each: str(each.judge))
        ],
        "paper": paper_figures.NEW_EVIDENCE,
        "acceptable": len(selectors.acceptable_sets(found)),
        "score_chart": _score_chart(found, scoring_of(release).title),
        "score_name": scoring_of(release).title,
        **_scoring(found),
        "lists": [
            (label, _rows(results, answer.value))
            for label, answer in (
                (_("Sufficient: new evidence"), answers.SUFFICIENT),
                (_("Contradicts: look at these claims again"), answers.CONTRADICTS),
            )
        ],
    }
    return render_tab(request, access, TAB, "releases/evidence_check.html", context)


@require_POST
def accept(request: HttpRequest, public_id: UUID, version: int, number: int) -> HttpResponse:
    """Accept the sets that were judged sufficient."""
    access, release = managed_release_for(request, public_id, version)
    found = get_object_or_404(selectors.checks_of(release), number=number)
    found.release = release
    sent = read_form(request, AcceptRequest)
    try:
        count = accepting.accept_sets(
            check=found,
            shown=int(sent.shown) if sent.shown.isdecimal() and len(sent.shown) < 6 else 0,
            by=access.person,
            now=timezone.now(),
        )
    except accepting.AcceptedMeanwhileError:
        messages.warning(request, _("The list has changed. Look at it, then accept again."))
    except ReleaseWithdrawnError:
        messages.error(request, _("This release was withdrawn. Nothing more is checked on it."))
    except NotMeasurableError:
        messages.error(request, _ARCHIVED)
    else:
        messages.success(
            request,
            ngettext(
                "%(count)s set was accepted. It enters the next release.",
                "%(count)s sets were accepted. They enter the next release.",
                count,
            )
            % {"count": count},
        )
    return redirect("release-evidence-check", public_id, version, number)


@require_safe
@never_cache
def scores_progress(
    request: HttpRequest, public_id: UUID, version: int, number: int
) -> HttpResponse:
    """Show the progress of scoring the systems again."""
    _access, release = managed_release_for(request, public_id, version)
    context = _scoring(get_object_or_404(selectors.checks_of(release), number=number))
    return (
        render(request, "releases/progress.html", context) if context["is_busy"] else reload_page()
    )


def _scoring(check: EvidenceCheck) -> dict[str, Any]:
    """Return the context for the job that scores the systems again."""
    job = check.scoring_job
    return {
        "job": job,
        "is_busy": job is not None and not job.is_finished,
        "cancel_url": reverse("jobs:cancel", args=[job.public_id]) if job else "",
    }


def _is_requested(release: Release, form: EvidenceCheckForm, access: CampaignAccess) -> bool:
    """Request a check. Return False and set the form's error where it is refused."""
    try:
        services.request_check(
            release=release,
            systems=form.chosen_systems,
            size=services.CheckSize(
                form.cleaned_data["size"],
                form.cleaned_data["gold_percent"],
                form.cleaned_data["judgements"],
            ),
            seed=form.cleaned_data["seed"],
            by=access.person,
            now=timezone.now(),
        )
    except services.BeingDrawnError:
        form.add_error(None, _("The sets of another check are being drawn."))
    except ReleaseWithdrawnError:
        form.add_error(None, _("This release was withdrawn. Nothing more is checked on it."))
    except NotMeasurableError:
        form.add_error(None, _ARCHIVED)
    else:
        return True
    return False


def _context(release: Release) -> dict[str, Any]:
    """Return the context for the check whose sets are being drawn."""
    latest: EvidenceCheck | None = selectors.undrawn_check(release)
    of_release = [release.campaign.public_id, release.version]
    return {
        "release": release,
        "latest": latest,
        "job": latest.job if latest else None,
        "is_busy": latest is not None and latest.is_busy,
        "cancel_url": reverse("release-evidence-cancel", args=of_release),
    }


def _percents(estimate: Estimate) -> tuple[float | None, ...]:
    """Return a share and its interval in percent."""
    figures = (estimate.value, estimate.low, estimate.high)
    return tuple(None if figure is None else 100 * figure for figure in figures)


def _rows(results: selectors.CheckResults, answer: str) -> list[dict[str, Any]]:
    return [
        {
            "record": each.pooled.item.record_id,
            "claim": text_of(each.pooled.item),
            "pieces": [f"{page}, {address}" for page, address in each.pooled.pieces],
            "notes": [judgement.note for judgement in each.judgements if judgement.note],
        }
        for each in results.with_answer(answer)
    ]


def _score_chart(check: EvidenceCheck, score: str) -> BarChart | None:
    if not check.scores:
        return None
    return BarChart(
        title=_("%(score)s score with the accepted sets, and before") % {"score": score},
        caption=_("The line is the score with the old gold."),
        value_name=_("After"),
        target_name=_("Before"),
        top=1.0,
        bars=tuple(
            Bar(
                label=f"{each['name']} ({each['part']})",
                value=each["after"]["strict"],
                target=each["before"]["strict"],
                note=f"{each['before']['strict']:.4f} → {each['after']['strict']:.4f}",
            )
            for each in check.scores
        ),
    )


def _chart(results: selectors.CheckResults) -> BarChart | None:
    if not results.judged:
        return None
    counts = [
        *((str(each.label), results.answers[each.value]) for each in EvidenceJudgement.Answer),
        (_("No majority"), results.undecided),
    ]
    return BarChart(
        title=_("Judgements of predicted evidence, in percent of the sets judged"),
        bars=tuple(
            Bar(label=label, value=100 * count / results.judged, note=f"{count}")
            for label, count in counts
        ),
        value_name=_("Percent"),
        top=100.0,
    )
