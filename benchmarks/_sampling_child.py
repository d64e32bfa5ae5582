"""Makes a corpus with plain SQL and draws highlights from it."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from annotation.services.campaign import designs

NOW = datetime(2026, 3, 14, tzinfo=UTC)

# One page in ten is flagged or a disambiguation page; most have a table and a run that fit.
PAGES = """
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %s)
INSERT INTO wiki_page (id, corpus_id, title, source_id, revision, revised_at, source_digest,
    extractor, content_id, is_disambiguation, is_flagged, sentences, tables, lists,
    lossy_elements, has_notes, incoming_links)
SELECT i, %s, 'Page ' || printf('%%08d', (i * 7919) %% 100000007), i, 1, NULL, x'00', 'bench',
    x'00', i %% 20 = 0, i %% 20 = 1, 12, 2, 0, 0, FALSE, 0 FROM n
"""
TABLES = """
INSERT INTO wiki_pagetable (page_id, number, rows, columns, body_rows, is_malformed, is_infobox,
    is_flagged)
SELECT id, 0, 1 + id % 30, 4, id % 30, id % 13 = 0, 0, 0 FROM wiki_page
UNION ALL SELECT id, 1, 3 + id % 4, 4, 2 + id % 4, FALSE, 1, id % 11 = 0 FROM wiki_page
WHERE id % 2 = 0
"""
RUNS = """
INSERT INTO wiki_sentencerun (page_id, first, length, is_flagged)
SELECT id, 0, 3 + id % 5, 0 FROM wiki_page
UNION ALL SELECT id, 10, 6, id % 7 = 0 FROM wiki_page
"""


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def fill(pages: int) -> Any:
    from django.db import connection

    from wiki.models import Corpus

    corpus = Corpus.objects.create(name="Bench", source_name="b", licence="c", created_at=NOW)
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO wiki_pagecontent VALUES (x'00', x'00', 1)")
        cursor.execute(PAGES, [pages, corpus.pk])
        cursor.execute(TABLES)
        cursor.execute(RUNS)
    Corpus.objects.update(sealed_at=NOW)
    return Corpus.objects.get()


def measure(pages: int, target: int) -> dict[str, Any]:
    from django.db import transaction

    from annotation.models import Highlight
    from annotation.services.writing import sampling
    from campaigns.protocols import registry
    from campaigns.services import campaigns

    started = time.monotonic()
    corpus = fill(pages)
    filled = time.monotonic() - started
    design = campaigns.Design(
        protocol=registry.get(registry.DEFAULT), corpus=corpus, numbers={}, target=target, seed="b"
    )
    campaign = designs.create_campaign(name="Bench", actor=None, now=NOW, design=design)
    longest = 0.0

    @contextmanager
    def step() -> Iterator[dict[str, Any]]:
        nonlocal longest
        began = time.monotonic()
        with transaction.atomic():
            yield {}
        longest = max(longest, time.monotonic() - began)

    before, started = peak_megabytes(), time.monotonic()
    present = sampling.sample_highlights(
        campaign=campaign,
        wanted=sampling.wanted_highlights(campaign, spare=0),
        step=step,
        clock=lambda: NOW,
    )
    return {
        "seconds": time.monotonic() - started,
        "filled": filled,
        "megabytes": peak_megabytes() - before,
        "highlights": sum(present.values()),
        "written": Highlight.objects.count(),
        "pages": len(set(Highlight.objects.values_list("page", flat=True))),
        "longest": longest,
    }
