"""Reading what the papers and the checks of a release need besides its claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import islice
from typing import Any

import msgspec
from django.conf import settings
from django.db.models import Exists, Max, OuterRef

from accounts.models import User
from annotation.models import Claim, Verification, VerificationVersion
from campaigns.models import Campaign, GuidelinesVersion, Membership
from campaigns.selectors.protocols import protocol_of
from releases.models import Release, ReleaseItem
from releases.papers.facts import (
    Difference,
    PeopleFacts,
    PublishedGuidelines,
    ReleaseFacts,
    UsedPage,
)
from wiki import documents as page_documents
from wiki.models import Corpus, Page
from wiki.parsing.excerpt import addresses_on

_AT_ONCE = 400


def release_facts(release: Release) -> ReleaseFacts:
    """Return the facts of a release as plain values."""
    campaign = release.campaign
    corpus = corpus_of(release)
    protocol = protocol_of(campaign)
    until = VerificationVersion.objects.filter(release_items__release=release).aggregate(
        until=Max("submitted_at")
    )["until"]
    return ReleaseFacts(
        campaign=campaign.name,
        version=release.version,
        note=release.note,
        origin=release.origin,
        is_demonstration=campaign.is_demonstration,
        protocol=protocol,
        choices=release.requested,
        seed=release.seed,
        code_version=settings.VERSION,
        frozen_on=release.frozen_at.date().isoformat() if release.frozen_at else "",
        data_until=until.isoformat(timespec="seconds") if until else "",
        corpus=corpus.name,
        source=corpus.source_name,
        source_url=corpus.source_url,
        licence=corpus.licence,
        card=release.used_card,
        people=msgspec.convert(release.people, PeopleFacts) if release.people else None,
        frozen=release.frozen,
        difference=difference(release),
        guidelines=guidelines_until(release),
        used_pages=lambda titles: used_pages(corpus, titles),
    )


def guidelines_until(release: Release) -> tuple[PublishedGuidelines, ...]:
    """Return every version of the guidelines until the release was frozen, the oldest first.

    None for an import that nobody verified here: others made it, by other guidelines.
    """
    if release.origin == Release.Origin.IMPORTED or release.frozen_at is None:
        return ()
    versions = GuidelinesVersion.objects.filter(
        campaign=release.campaign_id, published_at__lte=release.frozen_at
    )
    return tuple(
        PublishedGuidelines(number, at.date().isoformat(), note, text)
        for number, at, note, text in versions.order_by("number").values_list(
            "number", "published_at", "note", "text"
        )
    )


def corpus_of(release: Release) -> Corpus:
    corpus = release.campaign.corpus
    assert corpus is not None, "a campaign with claims has a corpus"
    return corpus


def difference(release: Release) -> Difference | None:
    """Return the changes since the release before it; None for the first."""
    before = (
        Release.objects.filter(
            campaign=release.campaign_id,
            state=Release.State.READY,
            version__lt=release.version,
        )
        .order_by("-version")
        .first()
    )
    if before is None:
        return None
    old, new = (
        dict(ReleaseItem.objects.filter(release=compared).values_list("record_id", "version"))
        for compared in (before, release)
    )
    return Difference(
        version=before.version,
        added=len(new.keys() - old.keys()),
        removed=len(old.keys() - new.keys()),
        changed=sum(old[key] != new[key] for key in new.keys() & old.keys()),
    )


def documents(release: Release, titles: Sequence[str] | None) -> Iterator[Mapping[str, Any]]:
    """Yield the stored pages of these titles, or of the whole corpus, in the order of titles."""
    pages = Page.objects.filter(corpus=corpus_of(release))
    for batch in _batches(pages, titles):
        rows = pages.filter(pk__in=batch).order_by("title").values_list("content__document")
        for (packed,) in rows:
            yield page_documents.unpack(packed)


def _batches(pages: Any, titles: Sequence[str] | None) -> Iterator[list[int]]:
    """Yield the keys of pages in the order of their titles, a few hundred at a time."""
    if titles is None:
        last = ""
        while batch := list(
            pages.filter(title__gt=last).order_by("title").values_list("pk", "title")[:_AT_ONCE]
        ):
            last = batch[-1][1]
            yield [pk for pk, _ in batch]
        return
    remaining = iter(titles)
    while some := list(islice(remaining, _AT_ONCE)):
        yield list(pages.filter(title__in=some).values_list("pk", flat=True))


def used_pages(corpus: Corpus, titles: Iterable[str]) -> Iterator[UsedPage]:
    """Yield the pages of these titles for the attribution, in the order of titles."""
    remaining = iter(sorted(titles))
    while some := list(islice(remaining, _AT_ONCE)):
        rows = Page.objects.filter(corpus=corpus, title__in=some).order_by("title")
        for title, revision in rows.values_list("title", "revision"):
            yield UsedPage(title, revision)


def people_to_hide(release: Release) -> frozenset[str] | None:
    """Return the names that a release must not have; None for an import, which others made."""
    return None if release.origin == Release.Origin.IMPORTED else people_of(release.campaign)


def people_of(campaign: Campaign) -> frozenset[str]:
    """Return the names, user names and addresses of all people of a campaign."""
    person = OuterRef("pk")
    # Exists, because joins would pair every claim of a person with all their verifications.
    members = User.objects.filter(
        Exists(Membership.objects.filter(campaign=campaign, user=person))
        | Exists(Claim.objects.filter(campaign=campaign, author=person))
        | Exists(Verification.objects.filter(campaign=campaign, annotator=person)),
        # The name of a model is nobody's.
        is_machine=False,
    )
    fields = members.values_list("username", "name", "email")
    return frozenset(text for row in fields for text in row if text)


def elements_on(corpus: Corpus, titles: Set[str]) -> dict[str, Set[str]]:
    """Return by title the addresses of all elements of those pages that are in the corpus."""
    pages = Page.objects.filter(corpus=corpus, title__in=titles)
    rows = pages.values_list("title", "content__document").iterator(_AT_ONCE)
    return {title: addresses_on(page_documents.unpack_text(packed)) for title, packed in rows}
