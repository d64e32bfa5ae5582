"""A finished campaign for the demonstration, made through the services that people use.

Everyone in it is a program and marked so. Started again, it goes on where it was.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from accounts.demo_people import DEMO_PEOPLE
from accounts.models import User
from accounts.roles import Role
from annotation.models import Attempt, Highlight
from annotation.rules.checks import findings
from annotation.rules.logs.acts import DeskAct
from annotation.selectors.highlights import prescriptions_of
from annotation.services import (
    claim_checks,
    claims,
    designs,
    highlights,
    interactions,
    queue,
    sampling,
    stages,
)
from annotation.services import verifications as verification_services
from campaigns.models import Campaign, Membership
from campaigns.protocols import registry
from campaigns.protocols.words import StageKind
from campaigns.selectors.protocols import protocol_of
from campaigns.services import campaigns
from jobs.models import Job
from jobs.runs import Run
from jobs.services import jobs
from quality.simulation.claims import Simulated, TooFewFactsError, simulate
from wiki.models import Corpus, Page
from wiki.parsing.elements import PageDocument
from wiki.selectors.pages import document_named, link_targets, resolve_titles

CAMPAIGN_NAME = "Demo: a nearly finished set"
SIMULATE = "quality.simulate"
# Written from and verified.
HIGHLIGHTS = 24
# Written from and left to the people of the demo, so that they have something to verify.
LEFT = 4
SEED = "demo release"
_WRITER, _VERIFIERS = "simulated-writer", ("simulated-verifier-1", "simulated-verifier-2")
# How many pages beside its own a claim may draw from.
_OTHERS = 2
_WARNINGS = findings.CODES


class SimulationParameters(Struct):
    """The parameters of a job that simulates the people of a campaign."""

    campaign: UUID


def find_finished_campaign() -> Campaign | None:
    return Campaign.objects.select_related("corpus").filter(name=CAMPAIGN_NAME).first()


@transaction.atomic
def request_finished_campaign(*, corpus: Corpus, now: datetime) -> Job:
    """Make the campaign and its people; a job does the work. The corpus must be sealed."""
    design = campaigns.Design(
        protocol=registry.get(registry.DEFAULT),
        corpus=corpus,
        numbers={},
        target=HIGHLIGHTS + LEFT,
        seed=SEED,
    )
    campaign = designs.create_campaign(name=CAMPAIGN_NAME, actor=None, now=now, design=design)
    campaign.is_demonstration = True
    campaign.save(update_fields=["is_demonstration"])
    _add_people(campaign, now)
    return jobs.enqueue_job(
        kind=SIMULATE,
        parameters=SimulationParameters(campaign.public_id),
        requested_by=None,
        now=now,
        exclusive=SIMULATE,
    )


def _add_people(campaign: Campaign, now: datetime) -> None:
    for name in (_WRITER, *_VERIFIERS):
        person, _made = User.objects.get_or_create(
            username=name,
            defaults={
                "name": name.replace("-", " ").capitalize(),
                "is_simulated": True,
                "password": "!",
            },
        )
        Membership.objects.create(
            campaign=campaign,
            user=person,
            role=Role.ANNOTATOR,
            writes_claims=name == _WRITER,
            verifies_claims=name != _WRITER,
            joined_at=now,
        )
    for demo in DEMO_PEOPLE:
        if demo.role is not None:
            Membership.objects.create(
                campaign=campaign,
                user=User.objects.get(username=demo.username),
                role=demo.role,
                verifies_claims=demo.verifies_claims,
                joined_at=now,
            )


def fill_finished_campaign(*, campaign: Campaign, run: Run) -> int:
    """Draw highlights, write from them, verify, write some more. Gives the number of claims."""
    if campaign.state == Campaign.State.DRAFT:
        wanted = sampling.wanted_highlights(campaign)
        sampling.sample_highlights(campaign=campaign, wanted=wanted, step=run.step, clock=run.now)
        designs.open_campaign(campaign=campaign, actor=None, now=run.now())
        campaign.refresh_from_db()
    # Work of the days before, so that nothing lies in the future.
    clock = _Clock(run.now() - timedelta(days=3))
    if _written(campaign) <= HIGHLIGHTS:
        _write(campaign, HIGHLIGHTS, run, clock)
        _verify_all(campaign, run, clock)
    _write(campaign, HIGHLIGHTS + LEFT, run, clock)
    return campaign.claims.count()


class _Clock:
    """The simulated people's: every act takes its time."""

    def __init__(self, start: datetime) -> None:
        self.now = start

    def wait(self, seconds: int) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now


def _written(campaign: Campaign) -> int:
    return campaign.highlights.filter(state=Highlight.State.WRITTEN).count()


def _write(campaign: Campaign, wanted: int, run: Run, clock: _Clock) -> None:
    """Until claims are written from so many highlights."""
    writer = User.objects.get(username=_WRITER)
    while True:
        written = _written(campaign)
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
            made = simulated_claims(campaign, taken.highlight)
            claims.submit_claims(
                attempt=taken.attempt, claims=[one.written for one in made], now=clock.wait(180)
            )
        except (TooFewFactsError, claim_checks.ClaimsRefusedError):
            # The page does not lend itself to it; a person would skip it too.
            stage = stages.writing_stage(protocol_of(campaign))
            highlights.skip_highlight(
                attempt=taken.attempt,
                reason=stage.skip_reasons[0].name,
                text="",
                now=clock.wait(5),
            )


def _verify_all(campaign: Campaign, run: Run, clock: _Clock) -> None:
    """In turn, until nobody has anything left to verify."""
    people = [User.objects.get(username=name) for name in _VERIFIERS]
    done = 0
    while people:
        run.stop_if_cancelled()
        person = people.pop(0)
        try:
            taken = queue.take_claim(campaign=campaign, annotator=person, now=clock.wait(20))
        except queue.NothingToVerifyError:
            continue
        people.append(person)
        claim = taken.assignment.claim
        made = next(
            one
            for one in simulated_claims(campaign, claim.from_highlight)
            if one.written.slot == claim.slot
        )
        _look_around(taken.attempt, made, clock)
        verification_services.submit_verification(
            attempt=taken.attempt, judgement=made.judgement, now=clock.wait(10)
        )
        done += 1
        run.progress(done, None, _("Simulated people verify claims"))


def simulated_claims(campaign: Campaign, highlight: Highlight) -> list[Simulated]:
    """What a program writes from a highlight, and what it says of each when it verifies it."""
    protocol = protocol_of(campaign)
    stage = protocol.stage_for(StageKind.WRITE)
    assert stage is not None
    return simulate(
        protocol, stage, prescriptions_of(highlight), _pages(campaign, highlight), _WARNINGS
    )


def _pages(campaign: Campaign, highlight: Highlight) -> list[PageDocument]:
    """The highlight's page, and the first that it links to."""
    corpus = campaign.corpus
    assert corpus is not None
    own = document_named(bytes(highlight.page.content_id))
    linked = sorted({*resolve_titles(corpus, link_targets(own)).values()} - {own.title})
    others = Page.objects.filter(corpus=corpus, title__in=linked[:_OTHERS], is_flagged=False)
    digests = others.order_by("title").values_list("content", flat=True)
    return [own, *(document_named(bytes(digest)) for digest in digests)]


def _look_around(attempt: Attempt, made: Simulated, clock: _Clock) -> None:
    """What a browser would tell: a search, the page, each element."""
    elements = [
        (number, one) for number, those in enumerate(made.judgement.sets, 1) for one in those
    ]
    page = elements[0][1].page
    acts: list[tuple[str, dict[str, Any]]] = [
        ("searched", {"query": page}),
        ("page_opened", {"title": page}),
        *(
            (
                "element_selected",
                {"page": one.page, "address": one.address, "set": number, "way": "click"},
            )
            for number, one in elements
        ),
        ("verdict_chosen", {"verdict": made.judgement.verdict}),
    ]
    interactions.record_interactions(
        attempt=attempt,
        stream=uuid.uuid5(attempt.public_id, "simulated"),
        acts=[
            DeskAct(number, kind, clock.wait(4 + len(made.written.text) % 11), body)
            for number, (kind, body) in enumerate(acts, start=1)
        ],
        now=clock.now,
    )
