"""What the papers and the checks of a release must know besides its claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from django.conf import settings
from django.db.models import Max, Q

from accounts.models import User
from annotation.models import VerificationVersion
from annotation.services.campaigns import protocol_of
from releases.models import Release, ReleaseItem
from releases.papers import Difference, PageFacts, ReleaseFacts
from wiki import documents as page_documents
from wiki.models import Corpus, Page
from wiki.parsing.elements import TITLE_ADDRESS
from wiki.parsing.titles import normalise_title
from wiki.selectors.pages import document_named

_AT_ONCE = 400
_PAGES_KEPT = 2000


def release_facts(release: Release) -> ReleaseFacts:
    """All of it, as plain values."""
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
        choices=release.wanted,
        seed=release.seed,
        code_version=settings.VERSION,
        data_until=until.isoformat(timespec="seconds") if until else "",
        corpus=corpus.name,
        source=corpus.source_name,
        source_url=corpus.source_url,
        licence=corpus.licence,
        frozen=release.frozen_counts,
        difference=difference(release),
        page_facts=lambda titles: page_facts(corpus, titles),
    )


def corpus_of(release: Release) -> Corpus:
    corpus = release.campaign.corpus
    assert corpus is not None, "a campaign with claims has a corpus"
    return corpus


def difference(release: Release) -> Difference | None:
    """What is new against the release before it; None for the first."""
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
        dict(ReleaseItem.objects.filter(release=one).values_list("record_id", "version"))
        for one in (before, release)
    )
    return Difference(
        version=before.version,
        added=len(new.keys() - old.keys()),
        removed=len(old.keys() - new.keys()),
        changed=sum(old[key] != new[key] for key in new.keys() & old.keys()),
    )


def documents(release: Release, titles: Sequence[str] | None) -> Iterator[Mapping[str, Any]]:
    """The stored pages of these titles, or of the whole corpus, in the order of their titles."""
    pages = Page.objects.filter(corpus=corpus_of(release))
    for batch in _batches(pages, titles):
        rows = pages.filter(pk__in=batch).order_by("title").values_list("content__document")
        for (packed,) in rows:
            yield page_documents.unpack(packed)


def _batches(pages: Any, titles: Sequence[str] | None) -> Iterator[list[int]]:
    """Keys of pages in the order of their titles, a few hundred at a time."""
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


def page_facts(corpus: Corpus, titles: Iterable[str]) -> Iterator[PageFacts]:
    """For the attribution of pages, in the order of their titles."""
    remaining = iter(sorted(titles))
    while some := list(islice(remaining, _AT_ONCE)):
        rows = Page.objects.filter(corpus=corpus, title__in=some).order_by("title")
        for title, revision in rows.values_list("title", "revision"):
            yield PageFacts(title, revision)


def people_to_hide(release: Release) -> frozenset[str] | None:
    """Everything by which members of the campaign could be known: names, user names, addresses.

    None for what came from a file: nobody here has made it.
    """
    if release.origin == Release.Origin.IMPORTED:
        return None
    members = User.objects.filter(
        Q(memberships__campaign=release.campaign_id)
        | Q(claims__campaign=release.campaign_id)
        | Q(verifications__campaign=release.campaign_id)
    ).distinct()
    fields = members.values_list("username", "name", "email")
    return frozenset(text for row in fields for text in row if text)


class ElementFinder:
    """Whether pages of a release's corpus have elements. Keeps the addresses of the last pages."""

    def __init__(self, release: Release) -> None:
        self._corpus = corpus_of(release)
        # What came from a file may name pages that are not here; those are kept as they are.
        self._is_imported = release.origin == Release.Origin.IMPORTED
        self._addresses = lru_cache(maxsize=_PAGES_KEPT)(self._read)

    def has_element(self, title: str, address: str) -> bool:
        return self._is_imported or address in self._addresses(title)

    def _read(self, title: str) -> frozenset[str]:
        page = Page.objects.filter(corpus=self._corpus, title=normalise_title(title))
        digest = page.values_list("content", flat=True).first()
        if digest is None:
            return frozenset()
        return frozenset({TITLE_ADDRESS, *document_named(bytes(digest)).by_address})
