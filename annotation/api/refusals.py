"""Refusals of the services as problems, each with a code that does not change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.messages import (
    act_fault_text,
    empty_field_text,
    fault_text,
    finding_text,
    limit_text,
    misfit_text,
)
from annotation.rules.verifying.faults import JudgementRefusedError
from annotation.rules.writing.cards import IncompleteClaimsError
from annotation.rules.writing.submissions import MisfitError
from annotation.services.calibration import phase_items
from annotation.services.desk import act_limits, drafts, eligibility, leases, stages
from annotation.services.logs import interactions
from annotation.services.review import adjudications, claim_reports, claim_reviews
from annotation.services.verifying import confirmations, queue, reopening, verifications
from annotation.services.writing import corrections, feedback, highlights
from annotation.services.writing.claim_checks import ClaimsRefusedError
from core.api.problems import ApiProblem

# Why nothing is done, whatever the request says.
_REFUSALS: dict[type[Exception], tuple[int, str, Promise]] = {
    stages.CampaignNotOpenError: (409, "not_open", gettext_lazy("The campaign is not open.")),
    stages.CampaignArchivedError: (409, "not_open", gettext_lazy("The campaign is archived.")),
    eligibility.NotApprovedError: (
        409,
        "not_approved",
        gettext_lazy("The managers have not approved you yet."),
    ),
    queue.NothingToVerifyError: (
        409,
        "nothing_to_verify",
        gettext_lazy("No claim is waiting for you."),
    ),
    highlights.TargetReachedError: (
        409,
        "target_reached",
        gettext_lazy("All highlights of this campaign are taken."),
    ),
    highlights.NothingLeftError: (
        409,
        "nothing_to_write",
        gettext_lazy("No highlight is left at the moment."),
    ),
    confirmations.NotConfirmedError: (
        409,
        "not_confirmed",
        gettext_lazy("Confirm this judgement before you submit it."),
    ),
    confirmations.NotAskedError: (
        409,
        "not_asked",
        gettext_lazy("Say of each element whether it is needed first."),
    ),
    leases.LeaseLostError: (
        409,
        "lease_lost",
        gettext_lazy("This was passed on to somebody else."),
    ),
    feedback.NoFeedbackError: (
        409,
        "no_feedback",
        gettext_lazy("The verifier cannot be asked about claims of this highlight."),
    ),
    leases.AlreadySubmittedError: (
        409,
        "already_submitted",
        gettext_lazy("Something else was submitted already."),
    ),
    verifications.ClaimWithdrawnError: (
        409,
        "claim_withdrawn",
        gettext_lazy("The claim was withdrawn."),
    ),
    verifications.ClaimChangedError: (
        409,
        "claim_changed",
        gettext_lazy("The claim was edited."),
    ),
    reopening.NotCorrectableError: (
        409,
        "final",
        gettext_lazy("This verification can no longer be corrected."),
    ),
    corrections.BeingVerifiedError: (
        409,
        "final",
        gettext_lazy("Somebody has started to verify this claim."),
    ),
    corrections.UnchangedError: (
        422,
        "unchanged",
        gettext_lazy("Change the claim as the comment asks, or withdraw it."),
    ),
    claim_reviews.NotReturnedError: (
        409,
        "not_returned",
        gettext_lazy("This claim is not waiting for you any more."),
    ),
    phase_items.PhaseOverError: (
        409,
        "phase_over",
        gettext_lazy("This item was withdrawn, or its phase has ended."),
    ),
    stages.SkipReasonError: (422, "reason", gettext_lazy("Choose a reason; “other” needs words.")),
    claim_reports.ReportReasonError: (
        422,
        "reason",
        gettext_lazy("Choose a reason; “other” needs words."),
    ),
    claim_reports.BadNoteError: (
        422,
        "note",
        gettext_lazy("A note has at most 1,000 characters."),
    ),
    adjudications.PartInClaimError: (
        409,
        "not_yours",
        gettext_lazy("You wrote or verified this claim, so somebody else must decide."),
    ),
    adjudications.NotAnAdjudicatorError: (
        409,
        "not_yours",
        gettext_lazy("Only managers of the campaign decide."),
    ),
    adjudications.NothingToAdjudicateError: (
        409,
        "nothing_to_adjudicate",
        gettext_lazy("There is nothing to decide about this claim any more."),
    ),
    adjudications.CauseError: (422, "cause", gettext_lazy("Choose why they disagree.")),
    adjudications.CommentError: (
        422,
        "comment",
        gettext_lazy("The cause “other” needs a comment, of limited length."),
    ),
    adjudications.AlreadyAdjudicatedError: (
        409,
        "already_adjudicated",
        gettext_lazy("Another decision is in force than the one that you name."),
    ),
    adjudications.BenchChangedError: (
        409,
        "bench_changed",
        gettext_lazy("The claim or one of its verifications has changed."),
    ),
}


@contextmanager
def refusals() -> Iterator[None]:
    """Turn the refusals of the services into problems."""
    try:
        yield
    except JudgementRefusedError as error:
        faults = [
            {"field": str(fault.place), "code": fault.code, "detail": fault_text(fault)}
            for fault in error.faults
        ]
        raise ApiProblem(422, "judgement_refused", faults[0]["detail"], errors=faults) from error
    except act_limits.TooOftenError as error:
        detail = limit_text(error.act, error.limit.most, error.limit.within)
        raise ApiProblem(429, "too_often", detail) from error
    except eligibility.SetAsideError as error:
        raise ApiProblem(409, "set_aside", error.suspension.reason) from error
    except IncompleteClaimsError as error:
        faults = [
            {
                "field": f"claims.{empty.key}.{empty.field}",
                "code": "missing",
                "detail": _("Still missing: %s.") % empty_field_text(empty),
            }
            for empty in error.fields
        ]
        raise ApiProblem(422, "claims_incomplete", faults[0]["detail"], errors=faults) from error
    except ClaimsRefusedError as error:
        faults = [
            {
                "field": f"claims.{slot if place == 1 else f'{slot}:{place}'}",
                "code": finding.message.code,
                "detail": finding_text(finding),
            }
            for (slot, place), findings in error.findings.items()
            for finding in findings
        ]
        raise ApiProblem(422, "claims_refused", faults[0]["detail"], errors=faults) from error
    except MisfitError as error:
        detail = " ".join(misfit_text(misfit) for misfit in error.misfits)
        raise ApiProblem(422, "claims_misfit", detail) from error
    except tuple(_REFUSALS) as error:
        # The classes of services have subclasses, which mean the same here.
        kind = next(kind for kind in type(error).__mro__ if kind in _REFUSALS)
        status, code, text = _REFUSALS[kind]
        raise ApiProblem(status, code, str(text)) from error


@contextmanager
def sync_refusals() -> Iterator[None]:
    """Turn the refusals of a sync into problems."""
    try:
        yield
    except stages.CampaignArchivedError:
        raise ApiProblem(423, "archived", _("The campaign is archived.")) from None
    except interactions.ServerStreamError:
        detail = _("This log is written by the server alone.")
        raise ApiProblem(422, "server_stream", detail) from None
    except interactions.UnknownActKindError as error:
        detail = _("There is no log entry of the kind “%s”.") % error
        raise ApiProblem(422, "unknown_kind", detail) from error
    except interactions.BadActError as error:
        detail = act_fault_text(error.fault)
        raise ApiProblem(422, "bad_act", detail, sequence=error.sequence) from error
    except interactions.RepeatedDifferentlyError:
        detail = _("A log entry was already recorded with other contents.")
        raise ApiProblem(422, "repeated", detail) from None
    except interactions.TooLargeError:
        raise ApiProblem(413, "log_too_large", _("There are too many log entries.")) from None
    except drafts.DraftTooLongError:
        raise ApiProblem(413, "draft_too_long", _("The draft is too long.")) from None
    except interactions.SequenceError as error:
        detail = _("Log entries are missing.")
        raise ApiProblem(409, "sequence", detail, expected=error.expected) from error
    except drafts.AttemptOverError:
        raise ApiProblem(410, "over", _("This claim is finished.")) from None
    except drafts.StaleDraftError as error:
        revision = error.draft.revision if error.draft is not None else 0
        detail = _("Another program saved a newer draft.")
        raise ApiProblem(409, "stale_draft", detail, revision=revision) from error
