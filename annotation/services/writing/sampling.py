"""Drawing highlights: seeded, resumable, from millions of pages without opening one.

All candidates are streamed and ranked by a keyed hash, and the lowest ranks are kept. Then places
on the drawn pages are chosen, a few hundred pages at a time, and stored. A run that was killed
draws the rest: ranks do not change, and what is stored already is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import islice
from math import ceil
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from accounts.models import User
from annotation.models import Highlight
from annotation.rules.ranking import Candidate, LowestRanks, allot, pick, rank_of
from annotation.selectors.writing import source_pages
from annotation.services.campaign.designs import NotReadyError
from campaigns.models import Campaign
from campaigns.protocols.enums import SourceKind, Unit
from campaigns.protocols.writing import Source
from campaigns.selectors.protocols import protocol_of
from campaigns.services.campaigns import hold_campaign
from core.services import audit
from jobs.models import Job
from jobs.runs import ProgressReport, StepContext
from jobs.services import jobs
from wiki.parsing import addresses

SAMPLE_HIGHLIGHTS = "annotation.sample_highlights"
# Drawn beyond the target, so that a skipped highlight is replaced at once.
SPARE = 0.2
FEWEST_SPARE = 10
_PAGES_A_STEP = 300


class SampleParameters(Struct):
    """The parameters of a job that draws highlights."""

    campaign: UUID
    # By source, how many there should be.
    wanted: dict[str, int]
    # Of the campaign, for the list of jobs.
    name: str = ""


def wanted_highlights(campaign: Campaign, *, spare: int | None = None) -> dict[str, int]:
    """Return how many highlights each source should have: its share, and one for each skipped.

    In every prefix of a deck a value is within one item of its share, so that as many suffice.
    """
    if spare is None:
        spare = max(FEWEST_SPARE, ceil(campaign.target * SPARE))
    total = campaign.target + spare
    skipped = Counter(
        Highlight.objects.filter(campaign=campaign, state=Highlight.State.SKIPPED)
        .order_by()
        .values_list("source", flat=True)
    )
    return {
        source.name: ceil(source.share * total) + skipped[source.name]
        for source in protocol_of(campaign).sources
    }


def key_of_sampling(campaign: Campaign) -> str:
    """Return the key that the one job that draws highlights of a campaign holds."""
    return f"{SAMPLE_HIGHLIGHTS}:{campaign.pk}"


@transaction.atomic
def request_highlights(
    *, campaign: Campaign, actor: User | None, now: datetime, spare: int | None = None
) -> Job:
    """Ask for the highlights that the campaign lacks. One such job at a time."""
    if hold_campaign(campaign).is_archived:
        raise NotReadyError(_("The campaign is archived."))
    if campaign.claims_from == Campaign.ClaimsFrom.FILES:
        raise NotReadyError(
            _("The claims of this campaign were imported: there is nothing to draw.")
        )
    if campaign.corpus is None or not campaign.corpus.is_sealed:
        raise NotReadyError(_("The corpus is still open. Seal it first."))
    wanted = wanted_highlights(campaign, spare=spare)
    job = jobs.enqueue_job(
        kind=SAMPLE_HIGHLIGHTS,
        parameters=SampleParameters(campaign.public_id, wanted, campaign.name),
        requested_by=actor,
        now=now,
        exclusive=key_of_sampling(campaign),
    )
    audit.record(
        actor=actor,
        action="campaign.highlights_requested",
        target=campaign,
        now=now,
        details={"wanted": wanted},
    )
    return job


def sample_highlights(
    *,
    campaign: Campaign,
    wanted: Mapping[str, int],
    step: StepContext,
    clock: Callable[[], datetime],
    report: ProgressReport = lambda done, total: None,
) -> dict[str, int]:
    """Draw until there are as many of each source as are wanted, or no more to be had.

    Gives the numbers of highlights by source, as there are then.
    """
    sources = protocol_of(campaign).sources
    drawn = draw_candidates(campaign=campaign, wanted=wanted, report=report)
    by_name = {source.name: source for source in sources}
    work = [(by_name[name], one) for name, found in drawn.items() for one in found]
    rest = iter(work)
    while some := list(islice(rest, _PAGES_A_STEP)):
        rows = _highlights(campaign, some, clock())
        with step() as checkpoint:
            # A constraint makes sure that no unit is drawn twice.
            Highlight.objects.bulk_create(rows, ignore_conflicts=True)
            checkpoint["written"] = checkpoint.get("written", 0) + len(rows)
    return _present(campaign)


def draw_candidates(
    *,
    campaign: Campaign,
    wanted: Mapping[str, int],
    report: ProgressReport = lambda done, total: None,
) -> dict[str, list[Candidate]]:
    """Return the candidates to store, by source. Reads only."""
    sources = protocol_of(campaign).sources
    present = _present(campaign)
    lacking = {s.name: max(0, wanted.get(s.name, 0) - present.get(s.name, 0)) for s in sources}
    units = set(Highlight.objects.filter(campaign=campaign).values_list("unit", flat=True))
    # A unit that one source takes is lost to another: so each keeps as many as all lack.
    pools = [LowestRanks(sum(lacking.values())) for _ in sources]
    _offer_all(campaign, sources, pools, units, report)
    return allot([(s.name, pool, lacking[s.name]) for s, pool in zip(sources, pools, strict=True)])


def _offer_all(
    campaign: Campaign,
    sources: tuple[Source, ...],
    pools: Sequence[LowestRanks],
    used: set[str],
    report: ProgressReport,
) -> None:
    total, done, seed = source_pages.count_pages(campaign), 0, campaign.seed
    whole = [(n + 2, pools[n]) for n, source in enumerate(sources) if source.unit is Unit.PAGE]
    for batch in source_pages.candidate_batches(campaign, sources):
        if whole:
            for row in batch.rows:
                page, title = row[0], row[1]
                rank = rank_of(seed, title)
                free = f"page:{page}" not in used
                for column, pool in whole:
                    if row[column]:
                        if free:
                            pool.offer(rank, title, page)
                        else:
                            pool.offered += 1
        for source, pool in zip(sources, pools, strict=True):
            for page, title, number in batch.tables.get(source.name, ()):
                if f"table:{page}:{number}" not in used:
                    pool.offer(rank_of(seed, title, number), title, page, number)
                else:
                    pool.offered += 1
        done += len(batch.rows)
        report(min(done, total), total)


def _present(campaign: Campaign) -> dict[str, int]:
    names = Highlight.objects.filter(campaign=campaign).order_by().values_list("source", flat=True)
    return dict(Counter(names))


def _highlights(
    campaign: Campaign, drawn: Sequence[tuple[Source, Candidate]], now: datetime
) -> list[Highlight]:
    places = places_on(drawn)
    rows = []
    for source, candidate in drawn:
        if candidate.number is not None:
            highlighted = [addresses.table(candidate.number)]
        else:
            there = places[source.name][candidate.page]
            highlighted = there[pick(campaign.seed, len(there), candidate.title, source.name)]
        rows.append(
            Highlight(
                campaign=campaign,
                page_id=candidate.page,
                unit=candidate.unit,
                source=source.name,
                addresses=highlighted,
                rank=candidate.rank,
                drawn_at=now,
            )
        )
    return rows


def places_on(
    drawn: Sequence[tuple[Source, Candidate]],
) -> dict[str, dict[int, list[list[str]]]]:
    """Return everything on the pages that could be highlighted, by source and page."""
    places: dict[str, dict[int, list[list[str]]]] = {}
    for source in {source.name: source for source, _page in drawn}.values():
        pages = [one.page for other, one in drawn if other == source and one.number is None]
        found: dict[int, list[list[str]]] = {page: [] for page in pages}
        if source.kind is SourceKind.TABLE:
            tables = source_pages.fitting_tables(source).filter(page__in=pages)
            for page, number in tables.order_by("page", "number").values_list("page", "number"):
                found[page].append([addresses.table(number)])
        else:
            length = source.sentences or 1
            runs = (
                source_pages.fitting_runs(source).filter(page__in=pages).order_by("page", "first")
            )
            for page, first, sentences in runs.values_list("page", "first", "length"):
                found[page] += [
                    [addresses.sentence(number) for number in range(start, start + length)]
                    for start in range(first, first + sentences - length + 1)
                ]
        places[source.name] = found
    return places
