"""Makes a campaign with plain SQL, with a second verification of every eleventh claim; reports."""

from __future__ import annotations

import json
import os
import time
from statistics import median
from typing import Any

from benchmarks._lists_child import add_members, time_page
from benchmarks._releasing_child import (
    AT,
    COUNT,
    HEX,
    NOW,
    SENTENCES,
    TAGS,
    fill,
    peak_megabytes,
    processor_seconds,
)
from benchmarks._verifying_world import make_session

ROUNDS = 7
WORDS = 50_000
WORDS_A_CLAIM = 25
# Every eleventh claim is verified again: 95,000 verifications of 87,000 claims.
AGAIN = "i % 11 = 0"
SECOND = 2_000_000
# As the first verification, except that one in seven differs.
VERDICT = (
    "CASE WHEN i % 77 = 0 THEN 'supported' WHEN i % 20 = 0 THEN 'not_enough_information'"
    " WHEN i % 2 = 0 THEN 'refuted' ELSE 'supported' END"
)
STATEMENTS = (
    f"""INSERT INTO annotation_assignment (id, slot, kind, rank, opened_at, state, lease,
        lease_until, campaign_id, claim_id, holder_id)
    SELECT {SECOND} + i, 2, 'duplicate', i, '{AT}', 'done', 1, NULL, {{campaign}}, i, NULL FROM n
    WHERE {AGAIN}""",
    f"""INSERT INTO annotation_attempt (id, public_id, purpose, lease, outcome, started_at,
        ended_at, digest, acts, log_bytes, annotator_id, highlight_id, claim_id, assignment_id)
    SELECT {SECOND} + i, {HEX.format(salt=7)}, 'verify', 1, 'submitted', '{AT}', '{AT}', 'd', 0, 0,
        {{verifier}}, NULL, i, {SECOND} + i FROM n WHERE {AGAIN}""",
    f"""INSERT INTO annotation_verification (id, public_id, purpose, number, verdict, submitted_at,
        void_since, locked_since, locked_by, annotator_id, attempt_id, campaign_id, claim_id,
        claim_author_id, is_unconfirmed)
    SELECT {SECOND} + i, {HEX.format(salt=8)}, 'verify', 1, {VERDICT},
        datetime('{AT}', '+' || (i % 60) || ' days'), NULL, NULL, '', {{verifier}}, {SECOND} + i,
        {{campaign}}, i, (SELECT author_id FROM annotation_claim WHERE id = i),
        false
    FROM n WHERE {AGAIN}""",
    f"""INSERT INTO annotation_verificationversion (id, number, verdict, answer, tags, note,
        submitted_at, loading_ms, active_ms, idle_ms, scope, figures, digest,
        claim_version_id, guidelines_id, verification_id)
    SELECT {SECOND} + i, 1, {VERDICT}, '', {TAGS}, '', '{AT}', 1500, 40000, 3000, '[]', '[]', 'd',
        i, {{guidelines}}, {SECOND} + i FROM n WHERE {AGAIN}""",
    f"""INSERT INTO annotation_evidenceset (id, position, set_limit, version_id)
    SELECT {SECOND} + i, 1, 3, {SECOND} + i FROM n WHERE {AGAIN}""",
    f"""INSERT INTO annotation_evidence (address, position, page_id, evidence_set_id)
    SELECT 'sentence_' || (i % {SENTENCES}), 1, (i + 2) / 3, {SECOND} + i FROM n WHERE {AGAIN}""",
)


def fill_twice(count: int, people: int) -> Any:
    """Return a campaign of `_releasing_child` with second verifications and varied texts."""
    import numpy as np
    from django.db import connection

    from accounts.models import User
    from core import append_only

    campaign = fill(count, people=people, with_logs=False)
    first = User.objects.filter(username="verifier0").get().pk
    names = {
        "campaign": campaign.pk,
        # Another person than the first.
        "verifier": f"({first} + (i + 1 + i / 11 % {people - 1}) % {people})",
        "guidelines": campaign.guidelines.get().pk,
    }
    rng = np.random.default_rng(0)
    weights = 1 / np.arange(1, WORDS + 1)
    drawn = rng.choice(WORDS, size=(count, WORDS_A_CLAIM), p=weights / weights.sum())
    texts = [
        (" ".join(f"w{word}" for word in row), number) for number, row in enumerate(drawn, start=1)
    ]
    with connection.cursor() as cursor:
        for statement in STATEMENTS:
            insert, _, select = statement.partition("SELECT")
            sql = f"{insert}{COUNT.format(count=count)}SELECT{select}"
            for name, value in names.items():
                sql = sql.replace(f"{{{name}}}", str(value))
            cursor.execute(sql)
        with append_only.lifted(connection, ["annotation_claim"]):
            cursor.executemany("UPDATE annotation_claim SET text = %s WHERE id = %s", texts)
    return campaign


def measure(count: int, people: int) -> dict[str, Any]:
    from annotation.models import Verification
    from jobs.runs import LocalRun
    from quality.models import QualityReport
    from quality.services import reports

    campaign = fill_twice(count, people)
    found: dict[str, Any] = {"verifications": Verification.objects.count(), "bytes": 0}
    for kind in QualityReport.Kind.values:
        report = QualityReport.objects.create(campaign=campaign, kind=kind, requested_at=NOW)
        started, used = time.monotonic(), processor_seconds()
        reports.make_report(report=report, run=LocalRun(), words=str)
        found[kind] = {
            "seconds": time.monotonic() - started,
            "processor": processor_seconds() - used,
        }
        report.refresh_from_db()
        found["bytes"] += len(json.dumps(report.result))
    found |= {"peak": peak_megabytes(), "load": os.getloadavg()[0]}
    return {**found, "pages": _time_dashboards(campaign)}


def _time_dashboards(campaign: Any) -> dict[str, float]:
    """Return the median processor time of each dashboard in milliseconds, once it is warm."""
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    from accounts.models import User

    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("collectstatic", verbosity=0, interactive=False)
    add_members(campaign)
    client = Client()
    client.cookies["sessionid"] = make_session(User.objects.get(username="manager"))
    start = f"/campaigns/{campaign.public_id}/"
    person = User.objects.get(username="verifier1").public_id
    pages = {
        "overview": start,
        "look at next": f"{start}quality/",
        "agreement": f"{start}quality/agreement/",
        "bias": f"{start}quality/bias/",
        "description": f"{start}quality/description/",
        "reports": f"{start}quality/reports/",
        "people": f"{start}quality/people/",
        "a person": f"{start}quality/people/{person}/",
        "claims": f"{start}claims/",
    }
    return {
        name: median([time_page(client, address) for _ in range(ROUNDS + 1)][1:])
        for name, address in pages.items()
    }
