"""A campaign in which the demo's people have worked for two weeks, for the screenshots.

It is created by the usual services in the site's database, with times in the past. A program
writes the claims.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from annotation.models import Attempt, QuestionSubject
from annotation.services.campaign import designs
from annotation.services.campaign.demo import find_demo_campaign
from annotation.services.desk.questions import ask_about_attempt
from annotation.services.verifying import confirmations, queue, verifications
from annotation.services.writing import claim_checks, claims, highlights, sampling
from campaigns.member_roles import MEMBER_ROLES
from campaigns.models import Campaign, Question
from campaigns.protocols import registry
from campaigns.protocols.enums import SourceKind
from campaigns.selectors.protocols import protocol_of
from campaigns.services import campaigns, memberships, questions
from jobs.runs import LocalRun
from quality.services.simulated_work import simulated_claims
from quality.simulation.claims import TooFewFactsError

SEED = "pictures"
TARGET = 60
DAYS = 14
# The number of highlights that were written from on each day of a week, Monday first.
A_WEEK = (3, 2, 3, 2, 2, 0, 0)
VERIFIED = 17
# The reasons for skipped highlights, with a text.
SKIPS = (
    ("other", "I know the subject too well to be fair to it."),
    ("no_claims", ""),
    ("formatting", ""),
)
# Questions about each kind of highlight.
QUESTIONS = {
    SourceKind.TABLE: "May a claim combine the caption of the table with one of its cells?",
    SourceKind.SENTENCE_RUN: (
        "The first sentence says “it”, and only the one before the highlight says what that is."
        " May the claim name it?"
    ),
}
ANSWERS = {
    SourceKind.TABLE: "Yes: the caption is part of the table.",
    SourceKind.SENTENCE_RUN: "Yes, as long as the page says it.",
}


def make_used_campaign(*, name: str, now: datetime) -> Campaign:
    """Create a campaign from two weeks ago with claims, verifications, skips and questions."""
    manager, anna, aron = (
        User.objects.get(username=name) for name in ("manager", "annotator", "annotator2")
    )
    begun = now - timedelta(days=DAYS)
    campaign = _open_campaign(name, manager, begun)
    for person in (anna, aron):
        memberships.add_member(
            campaign=campaign, person=person, member_role=MEMBER_ROLES["annotator"], now=begun
        )
    for day in range(1, DAYS + 1):
        at = begun + timedelta(days=day)
        for turn in range(A_WEEK[at.weekday()]):
            writer = (anna, aron)[(day + turn) % 2]
            _write(campaign, writer, at - timedelta(hours=6 - turn))
    _verify(campaign, [anna, aron], now - timedelta(days=2))
    for number, (reason, text) in enumerate(SKIPS):
        at = now - timedelta(days=number + 1, hours=number)
        taken = highlights.take_highlight(
            campaign=campaign, annotator=(anna, aron)[number % 2], now=at
        )
        highlights.skip_highlight(attempt=taken.attempt, reason=reason, text=text, now=at)
    # One person is working and waits for an answer, the other has been away too long. The order
    # matters: an abandoned highlight would go to the next person.
    _ask(campaign, anna, now - timedelta(minutes=40))
    asked = _ask(campaign, aron, now - timedelta(hours=3))
    answer = ANSWERS[_kind(campaign, QuestionSubject.objects.get(question=asked).attempt)]
    at = now - timedelta(hours=2)
    questions.reply_to_question(question=asked, actor=manager, text=answer, now=at)
    return campaign


def _open_campaign(name: str, manager: User, now: datetime) -> Campaign:
    demo = find_demo_campaign()
    assert demo is not None
    assert demo.corpus is not None
    design = campaigns.Design(
        protocol=registry.get(registry.DEFAULT),
        corpus=demo.corpus,
        numbers={},
        target=TARGET,
        seed=SEED,
    )
    campaign = designs.create_campaign(name=name, actor=manager, now=now, design=design)
    sampling.sample_highlights(
        campaign=campaign,
        wanted=sampling.wanted_highlights(campaign),
        step=LocalRun().step,
        clock=lambda: now,
    )
    designs.open_campaign(campaign=campaign, actor=manager, now=now)
    campaign.refresh_from_db()
    return campaign


def _write(campaign: Campaign, writer: User, now: datetime) -> None:
    """Write claims from the next highlight for which a program can; skip others."""
    while True:
        taken = highlights.take_highlight(campaign=campaign, annotator=writer, now=now)
        try:
            made = simulated_claims(campaign, taken.highlight)
            written = [claim.written for claim in made]
            claims.submit_claims(attempt=taken.attempt, claims=written, now=now)
        except (TooFewFactsError, claim_checks.ClaimsRefusedError):
            highlights.skip_highlight(attempt=taken.attempt, reason="no_claims", now=now)
        else:
            return


def _verify(campaign: Campaign, people: list[User], now: datetime) -> None:
    """Verify claims in turn, each person those of the other."""
    for number in range(VERIFIED):
        at = now + timedelta(minutes=7 * number)
        person = people[number % len(people)]
        taken = queue.take_claim(campaign=campaign, annotator=person, now=at)
        claim = taken.assignment.claim
        judgements = {
            simulated.written.slot: simulated.judgement
            for simulated in simulated_claims(campaign, claim.from_highlight)
        }
        confirmations.confirm_judgement(attempt=taken.attempt, judgement=judgements[claim.slot])
        verifications.submit_verification(
            attempt=taken.attempt, judgement=judgements[claim.slot], now=at + timedelta(minutes=5)
        )


def _ask(campaign: Campaign, person: User, now: datetime) -> Question:
    """Take a highlight and ask a question about it."""
    attempt = highlights.take_highlight(campaign=campaign, annotator=person, now=now).attempt
    text = QUESTIONS[_kind(campaign, attempt)]
    at = now + timedelta(minutes=10)
    return ask_about_attempt(attempt=attempt, actor=person, text=text, now=at)


def _kind(campaign: Campaign, attempt: Attempt) -> SourceKind:
    assert attempt.highlight is not None
    return protocol_of(campaign).source(attempt.highlight.source).kind
