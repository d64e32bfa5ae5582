"""A campaign with claims and people who verify them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from msgspec.structs import replace

from accounts.models import User
from accounts.roles import Role
from annotation.models import Attempt, Verification
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from annotation.services.verifying import confirmations, queue, verifications
from annotation.services.verifying.queue import TakenClaim
from annotation.services.writing import claims, highlights
from campaigns.models import Campaign, Membership
from campaigns.protocols import registry
from campaigns.protocols.judging import Redundancy
from campaigns.protocols.protocol import Protocol
from core import append_only
from tests.annotation.world import World, later, make_annotators, make_world, written_for
from tests.people import NOW
from tests.wiki.pages import make_page
from wiki.models import Corpus, Page

# Of every page of the tests: sentences 0 to 4, and a table of a header row and five rows.
PAGE = "River 003"


@dataclass(frozen=True, slots=True)
class Desk:
    campaign: Campaign
    writer: User
    verifiers: list[User]
    manager: User

    @property
    def verifier(self) -> User:
        return self.verifiers[0]


def verified_by(count: int, **options: Any) -> Protocol:
    """Return the default study design with so many verifications a claim, and no duplicates."""
    protocol = registry.get(registry.DEFAULT)
    return replace(protocol, redundancy=Redundancy(verifications=count, **options))


def make_desk(
    *, highlights_written: int = 1, verifiers: int = 3, protocol: Protocol | None = None
) -> Desk:
    """Return an open campaign with three claims for each highlight."""
    world = make_world(
        pages=max(14, 3 * highlights_written),
        writers=1,
        target=highlights_written + 2,
        protocol=protocol or registry.get(registry.DEFAULT),
    )
    write_claims(world, highlights_written)
    manager = User.objects.create(username="mara", name="Mara Manager", email="mara@example.org")
    Membership.objects.create(
        campaign=world.campaign, user=manager, role=Role.MANAGER, joined_at=NOW
    )
    return Desk(world.campaign, world.writer, add_verifiers(world.campaign, verifiers), manager)


def write_claims(world: World, count: int) -> None:
    for _ in range(count):
        taken = highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)
        claims.submit_claims(attempt=taken.attempt, claims=written_for(taken.highlight), now=NOW)


def add_verifiers(campaign: Campaign, count: int) -> list[User]:
    return make_annotators(campaign, count, "Verifier", verifies_claims=True)


def take(desk: Desk, person: User | None = None, hours: float = 0) -> TakenClaim:
    return queue.take_claim(
        campaign=desk.campaign, annotator=person or desk.verifier, now=later(hours)
    )


def element(address: str, page: str = PAGE) -> ElementReference:
    return ElementReference(page, address)


def judgement(*sets: list[ElementReference], **changes: Any) -> Judgement:
    """Return a judgement: supported by a sentence, unless told otherwise."""
    chosen = sets or ([element("sentence_1")],)
    given = {"verdict": "supported", "tags": {"challenge": "other"}, "sets": chosen}
    return Judgement(**(given | changes))


def verify(desk: Desk, person: User | None = None, hours: float = 0) -> Verification:
    """Take the next claim and hand in a verification of it."""
    taken = take(desk, person, hours)
    return submit_confirmed(attempt=taken.attempt, judgement=judgement(), now=later(hours))


def submit_confirmed(*, attempt: Attempt, judgement: Judgement, now: datetime) -> Verification:
    """Confirm a judgement and submit it, as people do."""
    confirmations.confirm_judgement(attempt=attempt, judgement=judgement)
    return verifications.submit_verification(attempt=attempt, judgement=judgement, now=now)


@contextmanager
def unsealed(corpus: Corpus) -> Iterator[None]:
    """Lift the seal while a test adds a page to the corpus of an open campaign."""
    with append_only.lifted(connection):
        yield


def make_flagged_section(title: str, corpus: Corpus, *, flagged: bool = True) -> Page:
    """Make a page with a sentence in the introduction and one in a section without references."""
    box = "{{Unreferenced section}}\n" if flagged else ""
    text = f"{title} is a lake in the north.\n\n== Story ==\n{box}It was found in 1901.\n"
    return make_page(title, text, corpus=corpus)
