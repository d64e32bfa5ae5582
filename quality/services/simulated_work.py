"""The work of one simulated person: writing, verifying, skipping, reporting, with its log."""

from __future__ import annotations

import math
import uuid
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

import msgspec
from django.db import transaction

from accounts.models import User
from annotation.models import Attempt, Claim, Highlight
from annotation.rules.checks import findings
from annotation.rules.logs.acts import DeskAct
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from annotation.selectors.writing.highlights import prescriptions_of
from annotation.services.desk import act_limits, stages
from annotation.services.logs import interactions
from annotation.services.review import claim_reports
from annotation.services.verifying import confirmations, queue
from annotation.services.verifying import verifications as verification_services
from annotation.services.writing import claim_checks, claims, highlights
from campaigns.models import Campaign
from campaigns.selectors.protocols import protocol_of
from core.structs import convert
from quality.models import SimulatedTruth
from quality.simulation.claims import (
    ClaimMaterial,
    SimulatedClaim,
    TooFewFactsError,
    simulate_claims,
)
from quality.simulation.people import SimulatedPerson, dice_for, judge
from wiki.models import Page
from wiki.parsing.addresses import kind_of
from wiki.parsing.elements import PageDocument
from wiki.selectors.pages import document_named, link_targets, resolve_titles

# The number of pages beside its own that a claim may draw from.
_OTHERS = 3
_NEARBY = 4
_WRITING_TAKES = 4
_SPREAD = 0.35
# No item takes longer.
LONGEST_ITEM = timedelta(minutes=50)
_NAMESPACE = uuid.UUID("6f3a4c52-8f0e-4f57-9d0e-0c5d7c2c7b11")


@dataclass(frozen=True, slots=True)
class KnownTruth:
    """The right judgement of a claim, and elements beside its evidence."""

    judgement: Judgement
    nearby: Sequence[ElementReference]


def truths_of(known: Iterable[Claim]) -> dict[int, KnownTruth]:
    """Return what is known of claims that programs wrote, by key."""
    return {
        row.claim_id: KnownTruth(
            convert(row.judgement, Judgement), [ElementReference(*pair) for pair in row.nearby]
        )
        for row in SimulatedTruth.objects.filter(claim__in=known)
    }


def simulated_claims(
    campaign: Campaign,
    highlight: Highlight,
    *,
    seed: int = 0,
    writer: SimulatedPerson | None = None,
) -> list[SimulatedClaim]:
    """Return the claims that a program writes from a highlight, with the right judgements."""
    protocol = protocol_of(campaign)
    return simulate_claims(
        protocol,
        stages.writing_stage(protocol),
        prescriptions_of(highlight),
        _material(campaign, highlight),
        findings.CODES,
        dice_for(seed, highlight.page.title, *highlight.addresses),
        **({} if writer is None else {"writer": writer}),
    )


def _material(campaign: Campaign, highlight: Highlight) -> ClaimMaterial:
    """Return the page of a highlight, and the first pages that it links to."""
    corpus = campaign.corpus
    assert corpus is not None
    own = document_named(bytes(highlight.page.content_id))
    linked = sorted({*resolve_titles(corpus, link_targets(own)).values()} - {own.title})
    others = Page.objects.filter(corpus=corpus, title__in=linked[:_OTHERS], is_flagged=False)
    digests = others.order_by("title").values_list("content", flat=True)
    documents = [document_named(bytes(digest)) for digest in digests]
    return ClaimMaterial(own, documents, highlight.addresses)


@dataclass(frozen=True, slots=True)
class SimulatedWorker:
    """A simulated person at work in a campaign. Methods return when they were done."""

    campaign: Campaign
    user: User
    person: SimulatedPerson
    seed: int

    def write(self, at: datetime) -> datetime:
        """Take a highlight and write from it, or skip it.

        Raise what `highlights.take_highlight` raises.
        """
        taken = highlights.take_highlight(campaign=self.campaign, annotator=self.user, now=at)
        dice = dice_for(self.seed, self.person.name, "write", taken.highlight.page.title)
        try:
            made = simulated_claims(
                self.campaign, taken.highlight, seed=self.seed, writer=self.person
            )
            ended = at + self._time(dice, _WRITING_TAKES)
            self._record(taken.attempt, _writing_acts(dice), at, ended)
            self._submit(taken.highlight, taken.attempt, made, ended)
        except (TooFewFactsError, claim_checks.ClaimsRefusedError):
            # A person would skip such a page, too.
            ended = at + self._time(dice, 1)
            stage = stages.writing_stage(protocol_of(self.campaign))
            try:
                highlights.skip_highlight(
                    attempt=taken.attempt, reason=stage.skip_reasons[0].name, text="", now=ended
                )
            except act_limits.TooOftenError:
                # They keep the highlight, and come back to it when they may skip again.
                return ended + act_limits.HOUR
        return ended

    def verify(self, at: datetime, progress: float) -> datetime | None:
        """Take a claim and verify it, or skip or report it; none if there is nothing to verify."""
        try:
            taken = queue.take_claim(campaign=self.campaign, annotator=self.user, now=at)
        except queue.NothingToVerifyError:
            return None
        claim = taken.assignment.claim
        dice = dice_for(self.seed, self.person.name, "verify", claim.text)
        ended = at + self._time(dice, 1)
        truth = truths_of([claim]).get(claim.pk)
        if truth is None or dice.random() < self.person.skips:
            with suppress(act_limits.TooOftenError):
                self._skip(taken.attempt, dice, ended)
            return ended
        if dice.random() < self.person.reports:
            with suppress(act_limits.TooOftenError):
                self._report(taken.attempt, dice, ended)
            return ended
        protocol = protocol_of(self.campaign)
        judgement = judge(self.person, protocol, truth.judgement, truth.nearby, dice, progress)
        self._record(taken.attempt, _verifying_acts(judgement), at, ended)
        confirmations.confirm_judgement(attempt=taken.attempt, judgement=judgement)
        verification_services.submit_verification(
            attempt=taken.attempt, judgement=judgement, now=ended
        )
        return ended

    @transaction.atomic
    def _submit(
        self, highlight: Highlight, attempt: Attempt, made: Sequence[SimulatedClaim], at: datetime
    ) -> None:
        stored = claims.submit_claims(
            attempt=attempt, claims=[claim.written for claim in made], now=at
        )
        by_slot = {claim.slot: claim for claim in stored}
        pages = {highlight.page.title: document_named(bytes(highlight.page.content_id))}
        truths = []
        for simulated in made:
            claim = by_slot[simulated.written.slot]
            # By the seed, since the queue is ordered by it: the same seed gives the same order.
            named = (self.campaign.name, self.seed, highlight.page.title, claim.slot, claim.text)
            claim.public_id = uuid.uuid5(_NAMESPACE, "\0".join(map(str, named)))
            claim.save(update_fields=["public_id"])
            truths.append(
                SimulatedTruth(
                    claim=claim,
                    judgement=msgspec.to_builtins(simulated.judgement),
                    nearby=[
                        [element.page, element.address]
                        for element in _nearby(simulated.judgement, pages)
                    ],
                )
            )
        SimulatedTruth.objects.bulk_create(truths)

    def _skip(self, attempt: Attempt, dice: Random, at: datetime) -> None:
        reasons = stages.verifying_stage(protocol_of(self.campaign)).skip_reasons
        # "Something else" asks for words, and comes last.
        reason = dice.choice(reasons[:-1] or reasons).name
        queue.skip_claim(attempt=attempt, reason=reason, text="", now=at)

    def _report(self, attempt: Attempt, dice: Random, at: datetime) -> None:
        reasons = [
            reason.name
            for reason in protocol_of(self.campaign).acceptance.reasons
            if reason.name != claim_reports.OTHER
        ]
        if reasons:
            claim_reports.report_claim(attempt=attempt, reasons=[dice.choice(reasons)], now=at)

    def _time(self, dice: Random, times: int) -> timedelta:
        seconds = dice.lognormvariate(math.log(self.person.seconds * times), _SPREAD)
        return min(timedelta(seconds=round(seconds)), LONGEST_ITEM)

    def _record(
        self, attempt: Attempt, acts: Sequence[_Act], begun: datetime, ended: datetime
    ) -> None:
        """Record what a browser would send, evenly over the time that it took."""
        step = (ended - begun) / (len(acts) + 1)
        interactions.record_interactions(
            attempt=attempt,
            stream=uuid.uuid5(attempt.public_id, "simulated"),
            acts=[
                DeskAct(number, kind, begun + step * number, body)
                for number, (kind, body) in enumerate(acts, start=1)
            ],
            now=ended,
        )


_Act = tuple[str, dict[str, Any]]


def _writing_acts(dice: Random) -> list[_Act]:
    """Return what a browser sends while somebody writes."""
    return [("input", {}) for _number in range(6 + dice.randrange(12))]


def _verifying_acts(judgement: Judgement) -> list[_Act]:
    """Return a search, the pages, each element, and the choices."""
    pages = list(dict.fromkeys(element.page for one in judgement.sets for element in one))
    acts: list[_Act] = []
    for page in pages:
        acts += [("searched", {"query": page}), ("page_opened", {"title": page})]
    for number, elements in enumerate(judgement.sets, start=1):
        acts += [
            (
                "element_selected",
                {
                    "page": element.page,
                    "address": element.address,
                    "set": number,
                    "way": "click",
                },
            )
            for element in elements
        ]
    acts.append(("verdict_chosen", {"verdict": judgement.verdict}))
    acts += [("tag_chosen", {"tag": tag, "value": value}) for tag, value in judgement.tags.items()]
    return acts


def _nearby(judgement: Judgement, pages: dict[str, PageDocument]) -> list[ElementReference]:
    """Return elements of the highlight's page that stand beside the evidence."""
    chosen = {element for elements in judgement.sets for element in elements}
    found: list[ElementReference] = []
    for element in judgement.sets[0]:
        if element.page not in pages:
            continue
        kind = kind_of(element.address)
        alike = [
            other.address
            for other in pages[element.page].elements()
            if kind_of(other.address) is kind
        ]
        place = alike.index(element.address)
        for address in (*alike[place + 1 : place + 3], *alike[max(0, place - 1) : place]):
            beside = ElementReference(element.page, address)
            if beside not in chosen and beside not in found:
                found.append(beside)
    return found[:_NEARBY]
