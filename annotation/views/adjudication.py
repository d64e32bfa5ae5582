"""Adjudication: the list of disagreements, and what is decided at the bench."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Area
from annotation.models import LONGEST_COMMENT, Adjudication, Attempt, Claim, Verification
from annotation.rules import requests
from annotation.rules.verifying.faults import JudgementRefusedError
from annotation.selectors.desk.attempts import campaign_of
from annotation.selectors.review import disagreements
from annotation.selectors.verifying.desk import shown_verdict
from annotation.services.desk import leases, stages
from annotation.services.review import adjudications, claim_reports
from annotation.services.review.adjudications import Ruling
from annotation.services.verifying import reviews, verifications
from annotation.views.campaign.lists import ListFilter, ListOrder, ListSpec, show_list
from annotation.views.desk.answers import bad_body, problem, refused_judgement
from annotation.views.desk.own import for_scripts, own_attempt
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.protocols import protocol_of
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED
from core.structs import BadDataError, decode_json

ABOUT = [
    ("verdict", gettext_lazy("Different verdicts")),
    ("evidence", gettext_lazy("Same verdict, no evidence in common")),
]
STATES = [
    ("waiting", gettext_lazy("Waiting")),
    ("decided", gettext_lazy("Decided")),
]


@require_safe
@never_cache
def adjudication(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List the claims that are disagreed about, those that wait for a decision first."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    about = _asked(request, "about", ABOUT)
    state = _asked(request, "state", STATES)
    rows = _disagreements(access, about)
    chosen = disagreements.decided(rows) if state == "decided" else disagreements.undecided(rows)
    cause = ListFilter(
        "cause",
        gettext_lazy("Cause"),
        "adjudications__cause",
        Adjudication.Cause.choices if state == "decided" else [],
    )
    spec = ListSpec(
        searched=("text",),
        filters=(cause,) if state == "decided" else (),
        orders=(
            ListOrder("oldest", gettext_lazy("Oldest first"), ("pk",)),
            ListOrder("newest", gettext_lazy("Newest first"), ("-pk",)),
        ),
    )
    if request.GET.get("cause") and state == "decided":
        chosen = chosen.filter(adjudications__superseded_at=None)
    shown = show_list(request, _with_verdicts(chosen, access), spec)
    own = set(
        Claim.objects.filter(
            disagreements.own_work_of(access.person), pk__in=[one.pk for one in shown.page]
        ).values_list("pk", flat=True)
    )
    context = {
        "list": shown,
        "about": about,
        "state": state,
        "abouts": ABOUT,
        "states": STATES,
        "entries": [_entry(claim, access, own) for claim in shown.page],
        "causes": _causes(access) if state == "decided" else [],
        "kept": [("about", about), ("state", state)],
    }
    return render_tab(
        request, access, "adjudication", "annotation/campaign/adjudication.html", context
    )


@require_POST
def take_next(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Open the bench of the next claim that waits, after the one that the address names."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    about = _asked(request, "about", ABOUT)
    waiting = disagreements.waiting_for(access.person, _disagreements(access, about))
    claim = _after(waiting, request.GET.get("after", ""))
    if claim is None:
        messages.info(request, _("No disagreement is waiting for you."))
        return redirect(_list_address(public_id, about))
    return _open(request, access, claim)


@require_POST
def open_claim(request: HttpRequest, public_id: UUID, claim_id: UUID) -> HttpResponse:
    """Open the bench of a claim."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    claim = get_object_or_404(Claim, campaign=access.campaign, public_id=claim_id)
    return _open(request, access, claim)


@for_scripts
@require_safe
@never_cache
def bench_state(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Answer whether what the bench shows is still as it was; say so on the next page if not."""
    attempt = _bench_attempt(request, attempt_id)
    assert attempt.claim is not None
    in_force = disagreements.adjudication_in_force(attempt.claim)
    replaces = str(in_force.public_id) if in_force else ""
    if request.GET.get("replaces", "") != replaces:
        messages.warning(request, _already(in_force))
        return JsonResponse({"changed": True})
    seen = disagreements.state_digest(attempt.claim, campaign_of(attempt))
    if request.GET.get("seen", "") != seen:
        messages.warning(request, _changed())
        return JsonResponse({"changed": True})
    return JsonResponse({"changed": False})


@for_scripts
@require_POST
def adjudicate(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Store the right verdict and its evidence, with the cause of the disagreement."""
    attempt = _bench_attempt(request, attempt_id)
    try:
        sent = decode_json(requests.RULING, request.body)
    except BadDataError as error:
        return bad_body(error)
    ruling = Ruling(sent.cause, sent.comment, sent.seen, sent.replaces)
    return _decide(
        request,
        attempt,
        lambda: adjudications.adjudicate_claim(
            attempt=attempt, judgement=sent.judgement, ruling=ruling, now=timezone.now()
        ),
    )


@for_scripts
@require_POST
def reject_all(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Store that all verifications are wrong, and that nobody can tell the right verdict."""
    attempt = _bench_attempt(request, attempt_id)
    return _decide(
        request,
        attempt,
        lambda: adjudications.reject_all(
            attempt=attempt, ruling=_ruling(request), now=timezone.now()
        ),
    )


@for_scripts
@require_POST
def bad_claim(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Store that the claim is bad: it goes to the reported claims."""
    attempt = _bench_attempt(request, attempt_id)
    return _decide(
        request,
        attempt,
        lambda: adjudications.report_bad_claim(
            attempt=attempt,
            reasons=request.POST.getlist("reasons"),
            ruling=_ruling(request),
            now=timezone.now(),
        ),
    )


def _decide(
    request: HttpRequest, attempt: Attempt, decide: Callable[[], Adjudication]
) -> HttpResponse:
    """Decide, and answer with the way to the next claim; what is refused says why."""
    try:
        decided = decide()
    except JudgementRefusedError as error:
        return refused_judgement(error.faults)
    except adjudications.CauseError:
        return _missing("cause", _("Choose why they disagree."))
    except adjudications.CommentError:
        said = _("“Something else” needs a comment, of at most %d characters.") % LONGEST_COMMENT
        return _missing("comment", said)
    except adjudications.AlreadyAdjudicatedError as error:
        messages.warning(request, _already(error.adjudication))
        return problem(409, "already", _already(error.adjudication), reload=True)
    except adjudications.BenchChangedError:
        messages.warning(request, _changed())
        return problem(409, "changed", _changed(), reload=True)
    except (adjudications.PartInClaimError, adjudications.NotAnAdjudicatorError):
        return problem(409, "not_yours", _not_yours())
    except claim_reports.ReportReasonError:
        return problem(REFUSED, "reason", _("Choose at least one reason; “other” needs a comment."))
    except (reviews.NotReviewedError, reviews.NotAskedError):
        return problem(
            409, "not_reviewed", _("Review your decision before you submit it. Nothing was saved.")
        )
    except leases.AlreadySubmittedError:
        return problem(
            409, "already", _("Another window submitted something else for this claim already.")
        )
    except verifications.ClaimWithdrawnError:
        return problem(
            409, "withdrawn", _("The claim was withdrawn in the meantime. Nothing was stored.")
        )
    except stages.CampaignNotOpenError:
        return problem(409, "closed", _("The campaign is archived. Nothing was stored."))
    messages.success(request, _said(decided))
    campaign_id = campaign_of(attempt).public_id
    assert attempt.claim is not None
    take = reverse("adjudication-next", args=[campaign_id])
    return JsonResponse(
        {
            "next": reverse("adjudication", args=[campaign_id]),
            "take": f"{take}?after={attempt.claim.public_id}",
        }
    )


def _said(decided: Adjudication) -> str:
    match decided.outcome:
        case Adjudication.Outcome.BAD_CLAIM:
            return _("The claim is reported. Decide about it in “Reported claims”.")
        case Adjudication.Outcome.ALL_WRONG if decided.verification_id is None:
            return _("Saved: all verifications were wrong, so none of their verdicts counts.")
        case _other:
            return _("Decided. The verifications of this claim can no longer be corrected.")


def _missing(place: str, said: str) -> HttpResponse:
    return problem(REFUSED, "missing", said, problems=[{"at": place, "message": said}])


def _already(in_force: Adjudication | None) -> str:
    if in_force is None:
        return _("The decision about this claim has been undone by now. Your draft is kept.")
    words = {
        "who": in_force.adjudicator,
        "when": timezone.localtime(in_force.decided_at).strftime("%Y-%m-%d %H:%M"),
    }
    return (
        _(
            "%(who)s has decided about this claim by now (%(when)s). Your decision was not saved;"
            " your draft is kept. Decide again only if you want to replace their decision."
        )
        % words
    )


def _changed() -> str:
    return _(
        "The claim or one of its verifications has changed. The bench shows it as it is now;"
        " nothing was stored, and your draft is kept."
    )


def _not_yours() -> str:
    return _("You wrote or verified this claim, or no longer manage the campaign: others decide.")


def _open(request: HttpRequest, access: CampaignAccess, claim: Claim) -> HttpResponse:
    back = redirect("adjudication", access.campaign.public_id)
    try:
        attempt = adjudications.open_bench(
            claim=claim, adjudicator=access.person, now=timezone.now()
        )
    except adjudications.PartInClaimError:
        messages.error(
            request, _("You wrote or verified this claim, so somebody else must decide.")
        )
        return back
    except adjudications.NotAnAdjudicatorError:
        messages.error(request, _("Only managers of the campaign decide."))
        return back
    except adjudications.NothingToAdjudicateError:
        messages.info(request, _("There is nothing to decide about this claim any more."))
        return back
    return redirect("verifying-desk", attempt.public_id)


def _bench_attempt(request: HttpRequest, attempt_id: UUID) -> Attempt:
    attempt = own_attempt(request, attempt_id)
    if attempt.purpose != Attempt.Purpose.ADJUDICATION:
        raise Http404
    return attempt


def _ruling(request: HttpRequest) -> Ruling:
    post = request.POST
    return Ruling(
        cause=post.get("cause", ""),
        comment=post.get("comment", "").replace("\r\n", "\n"),
        seen=post.get("seen", ""),
        replaces=post.get("replaces", ""),
    )


def _asked(request: HttpRequest, name: str, options: list[tuple[str, Any]]) -> str:
    """Return what the address asks for; else the first of the options."""
    asked = request.GET.get(name, "")
    return asked if asked in dict(options) else options[0][0]


def _disagreements(access: CampaignAccess, about: str) -> QuerySet[Claim]:
    return disagreements.disagreements_in(access.campaign, about_evidence=about == "evidence")


def _after(claims: QuerySet[Claim], public_id: str) -> Claim | None:
    """Return the first claim after the one that is named, or the first of all."""
    try:
        before = Claim.objects.filter(public_id=UUID(public_id)).first()
    except ValueError:
        before = None
    following = claims.filter(pk__gt=before.pk).first() if before else None
    found = following or claims.first()
    # The one that is left to be decided later is no next one.
    return None if before is not None and found == before else found


def _list_address(public_id: UUID, about: str) -> str:
    return f"{reverse('adjudication', args=[public_id])}?about={about}"


def _with_verdicts(claims: QuerySet[Claim], access: CampaignAccess) -> QuerySet[Claim]:
    counting = disagreements.counting_verifications(access.campaign).order_by("verdict", "pk")
    in_force = Adjudication.objects.filter(superseded_at=None).select_related(
        "adjudicator", "verification"
    )
    return claims.prefetch_related(
        Prefetch("verifications", counting, to_attr="counting"),
        Prefetch("adjudications", in_force, to_attr="in_force"),
    )


def _entry(claim: Claim, access: CampaignAccess, own: set[int]) -> dict[str, Any]:
    protocol = protocol_of(access.campaign)
    # Without their people, and in no order of theirs.
    counting: list[Verification] = claim.counting  # type: ignore[attr-defined]
    in_force: list[Adjudication] = claim.in_force  # type: ignore[attr-defined]
    decided = in_force[0] if in_force else None
    given = decided.verification if decided else None
    return {
        "claim": claim,
        "verdicts": [shown_verdict(protocol, one.verdict) for one in counting],
        "decided": decided,
        "verdict": shown_verdict(protocol, given.verdict) if given else None,
        "is_own": claim.pk in own,
    }


def _causes(access: CampaignAccess) -> list[tuple[str, int]]:
    """Return how often each cause was given by decisions in force, the most frequent first."""
    rows = Adjudication.objects.filter(campaign=access.campaign, superseded_at=None)
    counts = dict.fromkeys(Adjudication.Cause, 0)
    for cause in rows.values_list("cause", flat=True):
        counts[Adjudication.Cause(cause)] += 1
    found = [(str(cause.label), count) for cause, count in counts.items() if count]
    return sorted(found, key=lambda item: (-item[1], item[0]))
