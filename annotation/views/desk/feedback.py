"""The verifier's opinion on a claim, at the writing desk."""

from __future__ import annotations

import time
from uuid import UUID

from django.http import Http404, HttpRequest, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from annotation.feedback_messages import bad_text, feedback_lines, link_text, no_feedback_text
from annotation.rules import requests
from annotation.selectors.desk.attempts import campaign_of
from annotation.selectors.writing.desk import writing_desk_of
from annotation.services.desk import act_limits, leases, stages
from annotation.services.writing import feedback
from annotation.views.desk.answers import bad_body, problem, too_often
from annotation.views.desk.own import for_scripts, own_attempt
from campaigns.selectors.protocols import protocol_of
from core.http import REFUSED
from core.structs import BadDataError, DataFault, decode_json


@for_scripts
@require_POST
def ask(request: HttpRequest, attempt_id: UUID) -> JsonResponse:
    """Answer with what the verifier makes of the text of a card."""
    attempt = own_attempt(request, attempt_id)
    if attempt.highlight_id is None:
        raise Http404
    protocol = protocol_of(campaign_of(attempt))
    try:
        sent = decode_json(requests.FEEDBACK, request.body)
        cards = writing_desk_of(attempt, protocol, stages.writing_stage(protocol)).cards
        card = next((card for card in cards if card.key == sent.key), None)
        if card is None:
            raise BadDataError(DataFault.WRONG, "key", "No card has this key.")
        given = feedback.ask_feedback(
            attempt=attempt,
            card=card,
            text=sent.text,
            verdict=sent.verdict,
            now=timezone.now(),
            clock=time.monotonic,
        )
    except BadDataError as error:
        return bad_body(error)
    except feedback.NoFeedbackError:
        return problem(409, "no_feedback", no_feedback_text())
    except feedback.UnaskableTextError as error:
        return problem(REFUSED, error.code, bad_text(error.code))
    except act_limits.TooOftenError as error:
        return too_often(error)
    except leases.LeaseLostError:
        return problem(
            409, "lease_lost", _("The highlight was passed on to somebody else in the meantime.")
        )
    except stages.CampaignArchivedError:
        return problem(423, "archived", _("The campaign is archived. Nothing was stored."))
    links = given.answer.links if given.answer is not None else ()
    return JsonResponse(
        {
            "lines": feedback_lines(given, protocol),
            "links": [
                {
                    "words": link.words,
                    "text": link_text(link),
                    "cells": [cell.address for cell in link.cells],
                }
                for link in links
            ],
        }
    )
