"""Reading releases: their list, files and claims, and the predictions on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Max, QuerySet

from accounts.models import User
from annotation.models import ClaimVersion, VerificationVersion
from campaigns.models import Campaign
from releases import formats
from releases.dataset.rows import record_of
from releases.dataset.rules.records import Record
from releases.models import (
    ImportedRecord,
    PredictionRun,
    Release,
    ReleaseItem,
    VerifierEvaluation,
)
from releases.selectors.facts import corpus_of
from releases.selectors.shown_evidence import ShownPieces, shown_pieces
from releases.storage.folders import MANIFEST, folder_of


def releases_of(campaign: Campaign) -> QuerySet[Release]:
    """Return the releases of a campaign, the newest first."""
    releases = Release.objects.filter(campaign=campaign).select_related("job", "created_by")
    return releases.order_by("-version")


def listed_releases(campaign: Campaign) -> QuerySet[Release]:
    """Return the releases, the newest first, with those parts of manifests that a list shows."""
    releases = releases_of(campaign).defer("manifest")
    return releases.annotate(
        claim_count=F("manifest__counts__claims"), changes=F("manifest__since")
    )


@dataclass(frozen=True, slots=True)
class ReleasesCard:
    """The releases of a campaign on its card on the home page."""

    newest: Release | None
    # The number of ready ones; the parts of the newest with their numbers of claims.
    ready: int
    parts: list[tuple[str, int]]
    # A later one that is being built, was stopped or failed.
    unfinished: Release | None


def releases_on_cards(campaigns: Sequence[Campaign]) -> dict[int, ReleasesCard]:
    """Return a card for each campaign, by its key."""
    releases = Release.objects.filter(campaign__in=campaigns).defer("manifest")
    rows = releases.select_related("job").annotate(
        claim_count=F("manifest__counts__claims"), part_counts=F("manifest__counts__by_part")
    )
    by_campaign: dict[int, list[Release]] = {campaign.pk: [] for campaign in campaigns}
    for release in rows.order_by("-version"):
        by_campaign[release.campaign_id].append(release)
    return {pk: _card(newest_first) for pk, newest_first in by_campaign.items()}


def _card(newest_first: list[Release]) -> ReleasesCard:
    ready = [release for release in newest_first if release.state == Release.State.READY]
    newest = next((release for release in ready if release.withdrawn_at is None), None)
    is_last = not newest_first or newest_first[0] in ready
    return ReleasesCard(
        newest=newest,
        ready=len(ready),
        parts=_parts(newest) if newest else [],
        unfinished=None if is_last else newest_first[0],
    )


def _parts(release: Release) -> list[tuple[str, int]]:
    counts: Mapping[str, int] = getattr(release, "part_counts", None) or {}
    return [(part.name, counts.get(part.name, 0)) for part in release.requested.parts]


def overtaken_by(release: Release) -> int | None:
    """Return the newest version that is ready and later than this one, if there is any."""
    later = Release.objects.filter(
        campaign=release.campaign_id, version__gt=release.version, state=Release.State.READY
    )
    newest: int | None = later.aggregate(newest=Max("version"))["newest"]
    return newest


def has_other_releases(release: Release) -> bool:
    """Return whether the campaign has another release that is ready."""
    others = Release.objects.filter(campaign=release.campaign_id, state=Release.State.READY)
    return others.exclude(pk=release.pk).exists()


@dataclass(frozen=True, slots=True)
class OfferedFile:
    """A file that can be downloaded."""

    path: str
    size: int
    sha256: str
    records: int | None
    is_internal: bool


def files_of(release: Release, *, internal: bool) -> list[OfferedFile]:
    """Return the files that somebody may have; internal ones only with the right."""
    manifest = release.manifest or {"files": []}
    files = [
        OfferedFile(
            file["path"],
            file["size"],
            file["sha256"],
            file.get("records"),
            not formats.is_public(file["path"]),
        )
        for file in manifest["files"]
    ]
    return [file for file in files if internal or not file.is_internal]


def internal_files_of(release: Release) -> list[OfferedFile]:
    """Return the files that only managers may have."""
    return [file for file in files_of(release, internal=True) if file.is_internal]


def manifest_file(release: Release) -> OfferedFile | None:
    """Return the manifest, which cannot list itself, as it is on disk; None where it is lost."""
    try:
        text = (folder_of(release) / MANIFEST).read_bytes()
    except FileNotFoundError:
        return None
    return OfferedFile(MANIFEST, len(text), sha256(text).hexdigest(), None, False)


def readable_parts(release: Release, *, internal: bool) -> list[str]:
    """Return the parts whose labels somebody may see."""
    choices = release.requested
    return [part.name for part in choices.parts if internal or part.name not in choices.withheld]


def items_of(
    release: Release, parts: Sequence[str], filters: Mapping[str, str], text: str = ""
) -> QuerySet[ReleaseItem]:
    """Return the claims of these parts that pass the filters and have all words, by their ids."""
    items = ReleaseItem.objects.filter(release=release, split__in=parts, **filters)
    if words := text.split():
        items = items.filter(**_with_words(release, words))
    read = items.select_related("version__claim_version", "imported").defer("imported__body")
    return read.order_by("record_id")


def _with_words(release: Release, words: Sequence[str]) -> dict[str, QuerySet[Any]]:
    """Return the condition that the claim of an item has all words.

    The texts are looked through by themselves: joined to 90,000 items it took three times as long.
    """
    if release.origin == Release.Origin.IMPORTED:
        records = ImportedRecord.objects.filter(release=release)
        for word in words:
            records = records.filter(claim__icontains=word)
        return {"imported__in": records.values("pk")}
    texts = ClaimVersion.objects.all()
    for word in words:
        texts = texts.filter(text__icontains=word)
    versions = VerificationVersion.objects.filter(claim_version__in=texts.values("pk"))
    return {"version__in": versions.values("pk")}


def unresolved_count(release: Release) -> int:
    """Return the number of claims that name pages that are not in the corpus."""
    return ReleaseItem.objects.filter(release=release, is_unresolved=True).count()


def text_of(item: ReleaseItem) -> str:
    """Return the text of a claim."""
    if item.version is not None:
        return item.version.claim_version.text
    return item.imported.claim if item.imported else ""


def values_of(release: Release, field: str, parts: Sequence[str]) -> list[str]:
    """Return the values of a column of the items of these parts, the most frequent first."""
    if release.frozen_at is None:
        return _count_values(release.public_id, field, tuple(parts))
    return list(_frozen_values(release.public_id, field, tuple(parts)))


@lru_cache(maxsize=256)
def _frozen_values(release: UUID, field: str, parts: tuple[str, ...]) -> tuple[str, ...]:
    # Items of a frozen release never change, and all of them are counted.
    return tuple(_count_values(release, field, parts))


def _count_values(release: UUID, field: str, parts: tuple[str, ...]) -> list[str]:
    rows = (
        ReleaseItem.objects.filter(release__public_id=release, split__in=parts)
        .exclude(**{field: ""})
        .values_list(field)
        .annotate(count=Count("pk"))
        .order_by("-count", field)
    )
    return [row[0] for row in rows]


@dataclass(frozen=True, slots=True)
class ShownClaim:
    """A claim with its evidence as people read it."""

    record: Record
    sets: tuple[ShownPieces, ...]


def shown_claim(item: ReleaseItem) -> ShownClaim:
    """Return a claim with its evidence as people read it."""
    record = record_of(item)
    return ShownClaim(record, shown_pieces(corpus_of(item.release), record.sets))


def runs_of(release: Release) -> QuerySet[PredictionRun]:
    """Return the predictions that were scored, the newest first."""
    runs = PredictionRun.objects.filter(release=release, state=PredictionRun.State.SCORED)
    return runs.select_related("uploaded_by").order_by("-uploaded_at", "-pk")


def unscored_runs_of(release: Release, person: User) -> QuerySet[PredictionRun]:
    """Return somebody's predictions that have no scores, or none yet, the newest first."""
    runs = PredictionRun.objects.filter(release=release, uploaded_by=person)
    unscored = runs.exclude(state=PredictionRun.State.SCORED).select_related("job", "uploaded_by")
    return unscored.order_by("-uploaded_at", "-pk")


def evaluations_of(release: Release) -> QuerySet[VerifierEvaluation]:
    """Return the measurements of the verifier on a release that were finished, newest first."""
    finished = VerifierEvaluation.objects.filter(release=release, finished_at__isnull=False)
    return finished.select_related("requested_by").order_by("-finished_at", "-pk")


def unfinished_evaluation(release: Release) -> VerifierEvaluation | None:
    """Return the measurement that is under way, or that came to no end."""
    unfinished = VerifierEvaluation.objects.filter(release=release, finished_at=None)
    return unfinished.select_related("job").order_by("-requested_at", "-pk").first()
