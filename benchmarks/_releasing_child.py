"""Makes a campaign with plain SQL, builds a release of it.

Three claims a page, each verified once with two elements, and a log of twelve acts each.
"""

from __future__ import annotations

import json
import os
import resource
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from annotation.rules.logs.acts import SERVER_STREAM

NOW = datetime(2026, 3, 14, tzinfo=UTC)
AT = "2026-03-14 09:00:00"
CLAIMS_A_PAGE = 3
ROWS, SENTENCES = 12, 30

COUNT = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) "
# Public ids: any 32 hexadecimal digits that are not taken.
HEX = "printf('%032x', {salt} * 1000000000 + i)"
VERDICT = (
    "CASE i % 20 WHEN 0 THEN 'not_enough_information'"
    " ELSE CASE i % 2 WHEN 0 THEN 'refuted' ELSE 'supported' END END"
)
CHALLENGE = (
    "CASE i % 3 WHEN 0 THEN 'numerical_reasoning' WHEN 1 THEN 'multi_hop_reasoning'"
    " ELSE 'other' END"
)
TEXT = (
    "'Claim ' || i || ' says that Page ' || printf('%06d', (i + 2) / 3) || ' was measured in ' ||"
    " (1900 + i % 100) || ' and found longer than the one before it.'"
)
TAGS = '\'{"challenge": "\' || ' + CHALLENGE + " || '\"}'"
STATEMENTS = (
    # One highlight and one attempt at writing for every page.
    f"""INSERT INTO annotation_highlight (id, public_id, unit, source, addresses, rank, drawn_at,
        state, lease, lease_until, feedback, campaign_id, holder_id, page_id)
    SELECT i, {HEX.format(salt=1)}, 'page:' || i, 'table', '["table_0"]', i, '{AT}', 'written', 1,
        NULL, '', {{campaign}}, NULL, i FROM n WHERE i <= {{pages}}""",
    f"""INSERT INTO annotation_attempt (id, public_id, purpose, lease, outcome, started_at,
        ended_at, digest, acts, log_bytes, annotator_id, highlight_id, claim_id, assignment_id)
    SELECT i, {HEX.format(salt=2)}, 'write', 1, 'submitted', '{AT}', '{AT}', 'd', 0, 0,
        {{writer}}, i, NULL, NULL FROM n WHERE i <= {{pages}}""",
    f"""INSERT INTO annotation_claim (id, public_id, slot, place, prescribed, text, verdict, tags,
        written_at, verifying_since, state, identity, attempt_id, author_id, campaign_id,
        guidelines_id, highlight_id, base_id, arm)
    SELECT i, {HEX.format(salt=3)}, 'type_' || (1 + i % 3), 1, '{{"verdict": "supported"}}',
        {TEXT}, {VERDICT}, {TAGS}, '{AT}', '{AT}', 'live', 'c' || i, (i + 2) / 3, {{writer}},
        {{campaign}}, {{guidelines}}, (i + 2) / 3, NULL, '' FROM n""",
    f"""INSERT INTO annotation_claimversion (id, number, text, verdict, tags, written_at, base_id,
        claim_id, guidelines_id, written_by_id)
    SELECT i, 1, {TEXT}, {VERDICT}, {TAGS}, '{AT}', NULL, i, {{guidelines}}, {{writer}} FROM n""",
    f"""INSERT INTO annotation_assignment (id, slot, kind, rank, opened_at, state, lease,
        lease_until, campaign_id, claim_id, holder_id)
    SELECT i, 1, 'ordinary', i, '{AT}', 'done', 1, NULL, {{campaign}}, i, NULL FROM n""",
    f"""INSERT INTO annotation_attempt (id, public_id, purpose, lease, outcome, started_at,
        ended_at, digest, acts, log_bytes, annotator_id, highlight_id, claim_id, assignment_id)
    SELECT 1000000 + i, {HEX.format(salt=4)}, 'verify', 1, 'submitted', '{AT}', '{AT}', 'd', 0, 0,
        {{verifier}}, NULL, i, i FROM n""",
    f"""INSERT INTO annotation_verification (id, public_id, purpose, number, verdict, submitted_at,
        void_since, locked_since, locked_by, annotator_id, attempt_id, campaign_id, claim_id,
        claim_author_id, is_unconfirmed)
    SELECT i, {HEX.format(salt=5)}, 'verify', 1, {VERDICT}, '{AT}', NULL, NULL, '', {{verifier}},
        1000000 + i, {{campaign}}, i, {{writer}}, false FROM n""",
    f"""INSERT INTO annotation_verificationversion (id, number, verdict, answer, tags, note,
        submitted_at, loading_ms, active_ms, idle_ms, scope, figures, digest,
        claim_version_id, guidelines_id, verification_id)
    SELECT i, 1, {VERDICT}, '', {TAGS}, '', '{AT}', 1500, 40000 + i % 90000, 3000, '[]', '[]', 'd',
        i, {{guidelines}}, i FROM n""",
    "INSERT INTO annotation_evidenceset (id, position, set_limit, version_id)"
    " SELECT i, 1, 3, i FROM n",
    f"""INSERT INTO annotation_evidence (address, position, page_id, evidence_set_id)
    SELECT 'sentence_' || (i % {SENTENCES}), 1, (i + 2) / 3, i FROM n
    UNION ALL SELECT 'cell_0_' || (1 + i % {ROWS}) || '_1', 2, (i + 2) / 3, i FROM n""",
)
# Who did it, what, and its body; "#" is the claim's number, "@" its page's, "%" and "&" the numbers
# of its sentence and of the row of its cell.
LOG = (
    ("server", "started", "{}"),
    ("browser", "searched", '{"kind": "title", "query": "page #"}'),
    ("browser", "results_shown", '{"query": "page #", "first": 1, "results": ["Page @"]}'),
    ("browser", "page_opened", '{"title": "Page @"}'),
    ("browser", "searched_in_page", '{"query": "length"}'),
    ("browser", "element_selected", '{"page": "Page @", "address": "sentence_%", "set": 1}'),
    ("browser", "heartbeat", "{}"),
    ("browser", "element_selected", '{"page": "Page @", "address": "cell_0_&_1", "set": 1}'),
    ("browser", "verdict_chosen", '{"verdict": "supported"}'),
    ("browser", "tag_chosen", '{"tag": "challenge", "value": "other"}'),
    ("browser", "confirmation_opened", "{}"),
    ("server", "submitted", '{"version": 1, "verdict": "supported"}'),
)
# So many people are at work at the same time, and their acts arrive mixed.
PEOPLE = 20
BODY = (
    "replace(replace(replace(replace(body, '#', i), '@', printf('%06d', (i + 2) / 3)),"
    f" '%', i % {SENTENCES}), '&', 1 + i % {ROWS})"
)
ACTS = f"""INSERT INTO annotation_interaction (stream, sequence, kind, happened_at, received_at,
        body, attempt_id)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {{count}}),
        log(place, sequence, who, kind, body) AS (VALUES {{log}})
    SELECT CASE who WHEN 'server' THEN '{SERVER_STREAM.hex}' ELSE {HEX.format(salt=6)} END,
        sequence, kind, printf('2026-03-14 09:%02d:00.250000', place),
        printf('2026-03-14 09:%02d:01.500000', place), {BODY}, 1000000 + i
    FROM n CROSS JOIN log ORDER BY i / {PEOPLE}, place, i"""


def _logged() -> Iterator[str]:
    """Return the log as rows of SQL: acts of the browser and of the server are counted apart."""
    counts = Counter[str]()
    for place, (who, kind, body) in enumerate(LOG):
        counts[who] += 1
        yield f"({place}, {counts[who]}, '{who}', '{kind}', '{body}')"


def peak_megabytes() -> float:
    """Return the peak memory of this process and of the largest program that helped it."""
    helped = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss + helped) / 1000


def processor_seconds() -> float:
    """Return the processor time of this process and of the programs that helped it."""
    both = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


def page_document(title: str) -> dict[str, Any]:
    heads = [_cell(0, column, f"Column {column}", is_header=True) for column in range(4)]
    rows = [
        [_cell(row, column, f"{row * column} of {title}") for column in range(4)]
        for row in range(1, ROWS + 1)
    ]
    page: dict[str, Any] = {"title": title, "order": []}
    for number in range(SENTENCES):
        if number % 10 == 5:
            page[f"section_{number // 10}"] = {"value": f"Part {number // 10}", "level": 2}
            page["order"].append(f"section_{number // 10}")
        page[f"sentence_{number}"] = f"{title} is told of in sentence {number} at some length."
        page["order"].append(f"sentence_{number}")
    page["table_0"] = {"table": [heads, *rows], "type": "general", "caption": "Measured"}
    page["order"].append("table_0")
    return page


def _cell(row: int, column: int, value: str, *, is_header: bool = False) -> dict[str, Any]:
    kind = "header_cell" if is_header else "cell"
    return {
        "id": f"{kind}_0_{row}_{column}",
        "value": value,
        "is_header": is_header,
        "column_span": "1",
        "row_span": "1",
    }


def fill(count: int, *, people: int = 1, with_logs: bool = True) -> Any:
    """Make a campaign in which so many people wrote claims, and as many others verified them."""
    from django.db import connection

    from annotation.services.campaign import designs
    from campaigns.models import Campaign
    from campaigns.protocols import registry
    from campaigns.services import campaigns
    from wiki import documents
    from wiki.models import Corpus, Page, PageContent

    pages = -(-count // CLAIMS_A_PAGE)
    corpus = Corpus.objects.create(name="Bench", source_name="b", licence="c", created_at=NOW)
    for start in range(1, pages + 1, 1000):
        numbers = range(start, min(start + 1000, pages + 1))
        packed = {n: documents.pack(page_document(f"Page {n:06}")) for n in numbers}
        PageContent.objects.bulk_create(
            PageContent(digest=one.digest, document=one.data, size=one.size)
            for one in packed.values()
        )
        Page.objects.bulk_create(
            Page(
                pk=n, corpus=corpus, title=f"Page {n:06}", source_id=n, revision=n,
                source_digest=one.digest, extractor="bench", content_id=one.digest,
                sentences=SENTENCES, tables=1, lists=0, lossy_elements=0,
            )
            for n, one in packed.items()
        )  # fmt: skip
    Corpus.objects.update(sealed_at=NOW)
    corpus.refresh_from_db()
    design = campaigns.Design(
        protocol=registry.get(registry.DEFAULT), corpus=corpus, numbers={}, seed="bench"
    )
    campaign = designs.create_campaign(name="Bench", actor=None, now=NOW, design=design)
    names = {
        "campaign": campaign.pk,
        "pages": pages,
        "writer": f"({_make_people('writer', people)} + i % {people})",
        "verifier": f"({_make_people('verifier', people)} + i % {people})",
        "guidelines": campaign.guidelines.get().pk,
    }
    with connection.cursor() as cursor:
        for statement in STATEMENTS:
            # The count of rows comes first, so that each statement has its own numbers.
            insert, _, select = statement.partition("SELECT")
            sql = f"{insert}{COUNT.format(count=count)}SELECT{select}"
            for name, value in names.items():
                sql = sql.replace(f"{{{name}}}", str(value))
            cursor.execute(sql)
        if with_logs:
            cursor.execute(ACTS.format(count=count, log=", ".join(_logged())))
    return Campaign.objects.select_related("corpus").get(pk=campaign.pk)


def _make_people(name: str, count: int) -> int:
    """Make people whose keys follow one another, and return the first key."""
    from accounts.models import User

    made = [
        User.objects.create(username=f"{name}{number}", name=f"{name.title()} {number}")
        for number in range(count)
    ]
    return made[0].pk


def measure(count: int) -> dict[str, Any]:
    from msgspec.structs import replace

    from campaigns.selectors.protocols import protocol_of
    from jobs.runs import LocalRun
    from releases.dataset import freezing
    from releases.dataset.rules.choices import IncludedPages
    from releases.formats.designs import usual_choices
    from releases.papers.statistics import Statistics
    from releases.services import building, lines, releases
    from releases.storage.folders import folder_of

    campaign = fill(count)
    choices = replace(usual_choices(protocol_of(campaign)), pages=IncludedPages.NONE)
    release = releases.create_release(campaign=campaign, choices=choices, note="", by=None, now=NOW)
    run = LocalRun(clock=lambda: NOW)
    folder = folder_of(release)
    before, started = peak_megabytes(), time.monotonic()
    freezing.freeze_release(release=release, folder=folder, run=run)
    frozen = time.monotonic() - started
    statistics = Statistics()
    used = processor_seconds()
    with lines.pool_for(release, count) as pool:
        task = building.BuildTask(release, choices, folder, run, count, pool)
        for part in choices.parts:
            done = building.write_part(task, part.name, statistics)
            statistics.merge(done.statistics)
    written = time.monotonic() - started - frozen
    used = processor_seconds() - used
    load = os.getloadavg()[0]
    peak = peak_megabytes()
    started = time.monotonic()
    releases.build(release=release, run=run)
    checked = time.monotonic() - started
    return {
        "load": load,
        "frozen": frozen,
        "written": written,
        "used": used,
        "checked": checked,
        "peak": peak,
        "before": before,
        "peak_checked": peak_megabytes(),
        "dumped": plain_dump(folder),
        "bytes": sum(path.stat().st_size for path in folder.rglob("*.jsonl")),
        **import_again(folder, campaign),
    }


def plain_dump(folder: Path) -> float:
    """Return the seconds that `json.dumps` alone takes over the same rows."""
    seconds = 0.0
    for path in sorted(folder.rglob("*.jsonl")):
        with path.open(encoding="utf-8") as file:
            for line in file:
                value = json.loads(line)
                started = time.perf_counter()
                json.dumps(value, ensure_ascii=False)
                seconds += time.perf_counter() - started
    return seconds


def import_again(folder: Path, campaign: Any) -> dict[str, float]:
    from jobs.runs import LocalRun
    from releases.importing.import_requests import create_import
    from releases.importing.running import read_dataset, run_import
    from releases.importing.staging import DatasetFile

    before, started = peak_megabytes(), time.monotonic()
    files = [
        DatasetFile(path.stem, path.name, path)
        for path in sorted((folder / "feverous").glob("*.jsonl"))
    ]
    created = create_import(
        name="Imported",
        corpus=campaign.corpus,
        format_name="feverous",
        design="feverous",
        purpose="analyse",
        files=files,
        by=None,
        now=NOW,
    )
    run = LocalRun(clock=lambda: NOW)
    imported = read_dataset(dataset_import=created, files=files, run=run)
    read = time.monotonic() - started
    # Goes on from there: builds its release and shows it.
    run_import(dataset_import=created, files=files, run=run)
    return {
        "imported": read,
        "imported_and_built": time.monotonic() - started,
        "imported_claims": imported.items.count(),
        "import_peak": peak_megabytes(),
        "import_before": before,
    }
