"""A campaign with thousands of claims, a part of them verified with their logs; and people."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from annotation.services.campaign import designs

NOW = datetime(2026, 3, 14, tzinfo=UTC)
PAGES = 200
ACTS_EACH = 100
BATCH = 2000


@dataclass(frozen=True, slots=True)
class Size:
    claims: int
    acts: int
    people: int


def fill(size: Size) -> dict[str, Any]:
    """Make it all; says how to reach it: the campaign, and a session for each person."""
    from accounts.models import User
    from accounts.roles import Role
    from campaigns.models import Campaign, Membership
    from campaigns.protocols import registry
    from campaigns.services.campaigns import Design

    corpus, pages = _make_corpus()
    design = Design(
        protocol=registry.get(registry.DEFAULT), corpus=corpus, numbers={}, target=size.claims
    )
    campaign = designs.create_campaign(name="Load", actor=None, now=NOW, design=design)
    Campaign.objects.filter(pk=campaign.pk).update(state=Campaign.State.OPEN)
    people = User.objects.bulk_create(
        User(username=f"person{n}", name=f"Person {n}", email=f"person{n}@example.org")
        for n in range(size.people + 1)
    )
    Membership.objects.bulk_create(
        Membership(
            campaign=campaign,
            user=person,
            role=Role.ANNOTATOR,
            writes_claims=number == 0,
            verifies_claims=number > 0,
            joined_at=NOW,
        )
        for number, person in enumerate(people)
    )
    writer, *verifiers = people
    made = _make_claims(campaign, pages, writer, size.claims)
    _verify(campaign, pages, made[: size.acts // ACTS_EACH], writer, verifiers)
    return {
        "campaign": str(campaign.public_id),
        "sessions": [make_session(person) for person in verifiers],
        "page": pages[0].title,
    }


def _make_corpus() -> tuple[Any, list[Any]]:
    from wiki import documents
    from wiki.models import Corpus, Page, PageContent
    from wiki.parsing.feverous import write_feverous
    from wiki.parsing.wikitext import parse_wikitext

    corpus = Corpus.objects.create(name="Load", source_name="b", licence="c", created_at=NOW)
    packed = []
    for number in range(PAGES):
        title = f"River {number:03}"
        rows = "\n".join(f"|-\n| Bridge {n} of {title} || {1900 + n}" for n in range(40))
        text = " ".join(f"{title} has a story number {n} to tell." for n in range(60))
        parsed = parse_wikitext(title, f"{text}\n\n{{|\n! Bridge !! Year\n{rows}\n|}}\n")
        packed.append((title, documents.pack(write_feverous(parsed.document))))
    PageContent.objects.bulk_create(
        PageContent(digest=one.digest, document=one.data, size=one.size) for _, one in packed
    )
    pages = Page.objects.bulk_create(
        Page(
            corpus=corpus,
            title=title,
            source_id=1,
            revision=1,
            source_digest=one.digest,
            extractor="bench",
            content_id=one.digest,
            sentences=60,
            tables=1,
            lists=0,
            lossy_elements=0,
        )
        for title, one in packed
    )
    Corpus.objects.filter(pk=corpus.pk).update(sealed_at=NOW)
    return Corpus.objects.get(pk=corpus.pk), pages


def _make_claims(campaign: Any, pages: list[Any], writer: Any, count: int) -> list[Any]:
    from annotation.models import Attempt, Claim, ClaimVersion, Highlight
    from campaigns.models import GuidelinesVersion

    guidelines = GuidelinesVersion.objects.get(campaign=campaign)
    highlights = Highlight.objects.bulk_create(
        (
            Highlight(
                campaign=campaign,
                page=pages[n % PAGES],
                unit=f"load:{n}",
                source="sentences",
                addresses=["sentence_0"],
                rank=n,
                drawn_at=NOW,
                state=Highlight.State.WRITTEN,
                lease=1,
            )
            for n in range(-(-count // 3))
        ),
        batch_size=BATCH,
    )
    attempts = Attempt.objects.bulk_create(
        (
            Attempt(
                highlight=highlight,
                annotator=writer,
                lease=1,
                outcome=Attempt.Outcome.SUBMITTED,
                started_at=NOW,
                ended_at=NOW,
                digest="load",
            )
            for highlight in highlights
        ),
        batch_size=BATCH,
    )
    claims = Claim.objects.bulk_create(
        (
            Claim(
                campaign=campaign,
                highlight=highlights[n // 3],
                attempt=attempts[n // 3],
                author=writer,
                slot=f"type_{n % 3 + 1}",
                text=f"River {n} was crossed by bridge number {n} in the year {1500 + n % 500}.",
                guidelines=guidelines,
                written_at=NOW,
            )
            for n in range(count)
        ),
        batch_size=BATCH,
    )
    ClaimVersion.objects.bulk_create(
        (
            ClaimVersion(
                claim=claim,
                number=1,
                text=claim.text,
                guidelines=guidelines,
                written_at=NOW,
                written_by=writer,
            )
            for claim in claims
        ),
        batch_size=BATCH,
    )
    return claims


def _verify(
    campaign: Any, pages: list[Any], claims: list[Any], writer: Any, people: list[Any]
) -> None:
    """Store verifications with their logs, as people's would be stored."""
    from annotation.models import (
        Assignment,
        Attempt,
        ClaimVersion,
        Evidence,
        EvidenceSet,
        Interaction,
        Verification,
        VerificationVersion,
    )
    from campaigns.models import GuidelinesVersion

    guidelines = GuidelinesVersion.objects.get(campaign=campaign)
    versions_of = dict(ClaimVersion.objects.values_list("claim", "pk"))
    slots = Assignment.objects.bulk_create(
        (
            Assignment(
                campaign=campaign, claim=claim, slot=1, rank=n, opened_at=NOW, state="done", lease=1
            )
            for n, claim in enumerate(claims)
        ),
        batch_size=BATCH,
    )
    attempts = Attempt.objects.bulk_create(
        (
            Attempt(
                claim=slot.claim,
                assignment=slot,
                annotator=people[n % len(people)],
                purpose=Attempt.Purpose.VERIFY,
                lease=1,
                outcome=Attempt.Outcome.SUBMITTED,
                started_at=NOW,
                ended_at=NOW,
                digest="load",
            )
            for n, slot in enumerate(slots)
        ),
        batch_size=BATCH,
    )
    verifications = Verification.objects.bulk_create(
        (
            Verification(
                campaign=campaign,
                claim_id=attempt.at_claim,
                claim_author=writer,
                attempt=attempt,
                annotator=attempt.annotator,
                purpose=attempt.purpose,
                verdict="supported",
                submitted_at=NOW,
            )
            for attempt in attempts
        ),
        batch_size=BATCH,
    )
    versions = VerificationVersion.objects.bulk_create(
        (
            VerificationVersion(
                verification=one,
                number=1,
                verdict="supported",
                claim_version_id=versions_of[one.claim_id],
                guidelines=guidelines,
                submitted_at=NOW,
                digest="load",
            )
            for one in verifications
        ),
        batch_size=BATCH,
    )
    sets = EvidenceSet.objects.bulk_create(
        (EvidenceSet(version=one, position=1, set_limit=3) for one in versions), batch_size=BATCH
    )
    Evidence.objects.bulk_create(
        (
            Evidence(evidence_set=one, page=pages[n % PAGES], address="sentence_1", position=1)
            for n, one in enumerate(sets)
        ),
        batch_size=BATCH,
    )
    Interaction.objects.bulk_create(
        (
            Interaction(
                attempt=attempt,
                stream=uuid.UUID(int=attempt.pk),
                sequence=number,
                kind="page_opened",
                happened_at=NOW + timedelta(seconds=number),
                received_at=NOW + timedelta(seconds=number),
                body={"title": pages[number % PAGES].title},
            )
            for attempt in attempts
            for number in range(1, ACTS_EACH + 1)
        ),
        batch_size=BATCH,
    )


def make_session(person: Any) -> str:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "accounts.backends.PeopleBackend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    assert session.session_key is not None
    return session.session_key
