"""Simulated annotators: programs that write and verify claims through the services that people use.

Everything that they do is in the past by a clock of their own, so that no time lies in the future.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from annotation.models import Assignment, Attempt, Highlight
from annotation.rules.checks import findings
from annotation.rules.logs.acts import DeskAct
from annotation.rules.verifying.judgements import Judgement
from annotation.selectors.writing.highlights import prescriptions_of
from annotation.services.desk import stages
from annotation.services.logs import interactions
from annotation.services.verifying import queue, reviews
from annotation.services.verifying import verifications as verification_services
from annotation.services.writing import claim_checks, claims, highlights
from campaigns.models import Campaign
from campaigns.protocols.enums import StageKind
from campaigns.selectors.protocols import protocol_of
from jobs.runs import Run
from quality.simulation.claims import (
    SimulatedClaim,
    TooFewFactsError,
    contrary,
    simulate_claims,
)
from wiki.models import Page
from wiki.parsing.elements import PageDocument
from wiki.selectors.pages import document_named, link_targets, resolve_titles

# The number of pages beside its own that a claim may draw from.
_OTHERS = 2
_WARNINGS = findings.CODES


class SimulatedClock:
    """The clock of simulated people: everything that they do takes its time."""

    def __init__(self, start: datetime) -> None:
        self.now = start

    def wait(self, seconds: int) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now


def written_highlights(campaign: Campaign) -> int:
    """Return the number of highlights that claims are written from."""
    return campaign.highlights.filter(state=Highlight.State.WRITTEN).count()


def write_claims(
    *, campaign: Campaign, writer: User, wanted: int, run: Run, clock: SimulatedClock
) -> None:
    """Write claims until so many highlights are written from, or none is left."""
    while True:
        written = written_highlights(campaign)
        run.progress(written, wanted, _("Simulated people write claims"))
        if written >= wanted:
            return
        run.stop_if_cancelled()
        try:
            taken = highlights.take_highlight(
                campaign=campaign, annotator=writer, now=clock.wait(30)
            )
        except (highlights.TargetReachedError, highlights.NothingLeftError):
            return
        try:
            simulated = simulated_claims(campaign, taken.highlight)
            claims.submit_claims(
                attempt=taken.attempt,
                claims=[claim.written for claim in simulated],
                now=clock.wait(180),
            )
        except (TooFewFactsError, claim_checks.ClaimsRefusedError):
            # A person would skip such a page, too.
            stage = stages.writing_stage(protocol_of(campaign))
            highlights.skip_highlight(
                attempt=taken.attempt,
                reason=stage.skip_reasons[0].name,
                text="",
                now=clock.wait(5),
            )


def verify_claims(
    *, campaign: Campaign, verifiers: Sequence[User], run: Run, clock: SimulatedClock
) -> None:
    """Verify claims in turn, until nobody has anything left to verify."""
    waiting = list(verifiers)
    done = duplicates = 0
    while waiting:
        run.stop_if_cancelled()
        person = waiting.pop(0)
        try:
            taken = queue.take_claim(campaign=campaign, annotator=person, now=clock.wait(20))
        except queue.NothingToVerifyError:
            continue
        waiting.append(person)
        claim = taken.assignment.claim
        simulated = next(
            candidate
            for candidate in simulated_claims(campaign, claim.from_highlight)
            if candidate.written.slot == claim.slot
        )
        judgement = simulated.judgement
        if taken.assignment.kind == Assignment.Kind.DUPLICATE:
            # Now and then people disagree, so that managers have something to decide.
            duplicates += 1
            judgement = contrary(protocol_of(campaign), judgement) if duplicates % 2 else judgement
        _record_acts(taken.attempt, simulated.written.text, judgement, clock)
        reviews.review_judgement(attempt=taken.attempt, judgement=judgement)
        verification_services.submit_verification(
            attempt=taken.attempt, judgement=judgement, now=clock.wait(10)
        )
        done += 1
        run.progress(done, None, _("Simulated people verify claims"))


def simulated_claims(campaign: Campaign, highlight: Highlight) -> list[SimulatedClaim]:
    """Return the claims that a program writes from a highlight, with its judgements of them."""
    protocol = protocol_of(campaign)
    stage = protocol.stage_for(StageKind.WRITE)
    assert stage is not None
    return simulate_claims(
        protocol, stage, prescriptions_of(highlight), _pages(campaign, highlight), _WARNINGS
    )


def _pages(campaign: Campaign, highlight: Highlight) -> list[PageDocument]:
    """Return the page of a highlight, and the first pages that it links to."""
    corpus = campaign.corpus
    assert corpus is not None
    own = document_named(bytes(highlight.page.content_id))
    linked = sorted({*resolve_titles(corpus, link_targets(own)).values()} - {own.title})
    others = Page.objects.filter(corpus=corpus, title__in=linked[:_OTHERS], is_flagged=False)
    digests = others.order_by("title").values_list("content", flat=True)
    return [own, *(document_named(bytes(digest)) for digest in digests)]


def _record_acts(attempt: Attempt, text: str, judgement: Judgement, clock: SimulatedClock) -> None:
    """Record what a browser would send: a search, the page, each element, the verdict."""
    elements = [
        (number, element)
        for number, pieces in enumerate(judgement.sets, start=1)
        for element in pieces
    ]
    page = elements[0][1].page
    acts: list[tuple[str, dict[str, Any]]] = [
        ("searched", {"query": page}),
        ("page_opened", {"title": page}),
        *(
            (
                "element_selected",
                {
                    "page": element.page,
                    "address": element.address,
                    "set": number,
                    "way": "click",
                },
            )
            for number, element in elements
        ),
        ("verdict_chosen", {"verdict": judgement.verdict}),
    ]
    interactions.record_interactions(
        attempt=attempt,
        stream=uuid.uuid5(attempt.public_id, "simulated"),
        acts=[
            DeskAct(number, kind, clock.wait(4 + len(text) % 11), body)
            for number, (kind, body) in enumerate(acts, start=1)
        ],
        now=clock.now,
    )
