"""The request that every desk sends again and again."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from annotation.messages import act_fault_text
from annotation.models import Draft
from annotation.rules import requests
from annotation.services.desk import drafts, stages
from annotation.services.desk import sync as desk_sync
from annotation.services.desk.sync import SyncResult
from annotation.services.logs import interactions
from annotation.views.desk.answers import bad_body, problem
from annotation.views.desk.own import for_scripts, own_attempt
from core.structs import BadDataError, decode_json


@for_scripts
@require_POST
def sync(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Store acts, draft and heartbeat; answer with what is stored and the end of the lease."""
    attempt = own_attempt(request, attempt_id, with_design=False)
    now = timezone.now()
    try:
        sent = decode_json(requests.SYNC, request.body)
        synced = desk_sync.sync_desk(
            attempt=attempt,
            stream=sent.stream,
            acts=sent.acts,
            draft=sent.draft,
            now=now,
            sent_at=sent.sent_at,
        )
    except BadDataError as error:
        return bad_body(error)
    except stages.CampaignArchivedError:
        # The desk keeps the text on the device and tries again: a campaign can be restored.
        return problem(423, "archived", _("The campaign is archived. Nothing was stored."))
    except interactions.ServerStreamError:
        return problem(400, "server_stream", _("This log is written by the server alone."))
    except interactions.UnknownActKindError as error:
        return problem(400, "unknown_kind", _("There is no log entry of the kind “%s”.") % error)
    except interactions.BadActError as error:
        message = _("Log entry %(number)s: %(fault)s") % {
            "number": error.sequence,
            "fault": act_fault_text(error.fault),
        }
        return problem(400, "bad_act", message, sequence=error.sequence)
    except interactions.RepeatedDifferentlyError as error:
        return problem(
            400, "repeated", _("Log entry %s was already recorded with other contents.") % error
        )
    except interactions.TooLargeError:
        return problem(
            413, "log_too_large", _("Too many log entries at once, or one that is too long.")
        )
    except drafts.DraftTooLongError:
        return problem(413, "draft_too_long", _("The draft is too long to be stored."))
    except interactions.SequenceError as error:
        return problem(409, "sequence", expected=error.expected)
    except drafts.AttemptOverError:
        return problem(410, "over")
    except drafts.StaleDraftError as error:
        return problem(409, "stale_draft", draft=_plain(error.draft))
    return _answer(synced, now)


def _answer(synced: SyncResult, now: datetime) -> HttpResponse:
    stored: dict[str, Any] = {
        "recorded": synced.recorded,
        "revision": synced.revision,
        "saved_at": synced.saved_at,
        "lease_until": synced.lease_until,
        "now": now,
    }
    if synced.is_over:
        return problem(410, "over", **stored)
    if synced.lease_until is None:
        return problem(410, "lease_lost", **stored)
    return JsonResponse(stored)


def _plain(draft: Draft | None) -> dict[str, Any] | None:
    if draft is None:
        return None
    return {"revision": draft.revision, "body": draft.body, "saved_at": draft.saved_at}
