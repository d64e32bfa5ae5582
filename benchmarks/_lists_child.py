"""Fills a site with the work of eighty people, and times its lists."""

from __future__ import annotations

from collections.abc import Mapping
from time import process_time
from typing import Any

from benchmarks._releasing_child import AT, COUNT, HEX, NOW, fill
from benchmarks._verifying_world import make_session

# Further work at the same claims, in a second slot each: people who verify it too, who skip it, who
# report it, and who are at it now. {first} and {last} are numbers of claims.
SECOND_SLOTS = """INSERT INTO annotation_assignment (id, slot, kind, rank, opened_at, state,
        lease, lease_until, campaign_id, claim_id, holder_id)
    SELECT 1000000 + i, 2, 'duplicate', i, '{at}', '{state}', 1, {until}, {campaign}, i, {holder}
    FROM n
    WHERE i >= {first}"""
SECOND_ATTEMPTS = """INSERT INTO annotation_attempt (id, public_id, purpose, lease, outcome,
        started_at, ended_at, digest, acts, log_bytes, annotator_id, highlight_id, claim_id,
        assignment_id)
    SELECT 2000000 + i, {hex}, 'verify', 1, '{outcome}', '{at}', {ended}, '{digest}', 0, 0,
        {person}, NULL, i, 1000000 + i FROM n WHERE i >= {first}"""
SECOND_VERIFICATIONS = """INSERT INTO annotation_verification (id, public_id, purpose, number,
        verdict, submitted_at, void_since, locked_since, locked_by, annotator_id, attempt_id,
        campaign_id, claim_id, claim_author_id, is_unconfirmed)
    SELECT 1000000 + i, {hex}, 'verify', 1, 'supported', '{at}', NULL, NULL, '', {person},
        2000000 + i, {campaign}, i, (SELECT author_id FROM annotation_claim WHERE id = i), false
    FROM n WHERE i >= {first}"""
SKIPS = """INSERT INTO annotation_skip (reason, text, prescribed, skipped_at, attempt_id)
    SELECT 'too_hard', 'Words about claim ' || i, '{{}}', '{at}', 2000000 + i FROM n
    WHERE i >= {first}"""
REPORTS = """INSERT INTO annotation_claimreport (public_id, reasons, note, reported_at, state,
        campaign_id, claim_id, claim_version_id, attempt_id)
    SELECT {hex}, '["ambiguous"]', 'Which one?', '{at}', 'open', {campaign}, i, i, 2000000 + i
    FROM n WHERE i >= {first}"""
AUDIT = """INSERT INTO core_auditentry (at, actor_id, actor_label, action, target_kind, target_id,
        target_label, details, request_id)
    SELECT datetime('{at}', '+' || i || ' seconds'), {person}, 'Somebody', 'claim.withdrawn',
        'claim', i, 'Claim ' || i, '{{}}', '' FROM n"""
JOBS = """INSERT INTO jobs_job (public_id, kind, parameters, exclusive, requested_by_id, state,
        progress_done, progress_note, checkpoint, attempt, attempts_allowed, fruitless_stops,
        retry_reason, error, error_detail, worker, hand_back, created_at, finished_at)
    SELECT {hex}, 'annotation.sample_highlights', '{{}}', '', {person}, 'succeeded', 1, '', '{{}}',
        1, 1, 0, '', '', '', '', 0, datetime('{at}', '+' || i || ' minutes'), '{at}' FROM n"""
QUESTIONS = """INSERT INTO campaigns_question (public_id, campaign_id, asker_id, text, asked_at,
        answered_at)
    SELECT {hex}, {campaign}, {person}, 'Question ' || i, '{at}',
        CASE i % 10 WHEN 0 THEN NULL ELSE '{at}' END FROM n"""


def measure(claims: int, people: int, rounds: int) -> dict[str, Any]:
    """Return the processor times of each list in milliseconds, by its name."""
    from django.core.management import call_command

    call_command("collectstatic", verbosity=0, interactive=False)
    campaign = fill(claims, people=people // 2, with_logs=False)
    add_members(campaign)
    add_work(campaign, people // 2)
    _add_release(campaign)
    return {"times": _time_lists(campaign, rounds), "rows": _count_rows()}


def add_members(campaign: Any) -> None:
    """Make everybody a member, and add a manager and an administrator."""
    from accounts.models import User
    from accounts.roles import Role
    from campaigns.models import Campaign, Membership

    Campaign.objects.filter(pk=campaign.pk).update(state=Campaign.State.OPEN)
    Membership.objects.bulk_create(
        Membership(
            campaign=campaign,
            user=person,
            role=Role.ANNOTATOR,
            writes_claims=person.username.startswith("writer"),
            verifies_claims=person.username.startswith("verifier"),
            joined_at=NOW,
        )
        for person in User.objects.order_by("pk")
    )
    manager = User.objects.create(username="manager", name="Manager")
    Membership.objects.create(campaign=campaign, user=manager, role=Role.MANAGER, joined_at=NOW)
    User.objects.create(username="administrator", name="Administrator", is_administrator=True)


def add_work(campaign: Any, verifiers: int) -> None:
    """Add verifications, skips and reports in second slots, and rows of other lists."""
    from django.db import connection

    from accounts.models import User

    first_verifier = User.objects.get(username="verifier0").pk
    person = f"({first_verifier} + (i + 1) % {verifiers})"
    names = {"campaign": campaign.pk, "person": person, "at": AT, "hex": "", "first": 1}
    done = {"state": "done", "until": "NULL", "holder": "NULL", "ended": f"'{AT}'"}
    waiting = {**done, "state": "waiting", "digest": ""}
    held = {"state": "held", "until": f"'{AT}'", "holder": person, "ended": "NULL", "digest": ""}
    kinds: list[tuple[int, int, list[str], dict[str, Any]]] = [
        (5000, 1, [SECOND_VERIFICATIONS], {**done, "outcome": "submitted", "digest": "d"}),
        (10_000, 5001, [SKIPS], {**waiting, "outcome": "skipped"}),
        (11_000, 10_001, [REPORTS], {**waiting, "outcome": "reported"}),
        (11_000 + verifiers, 11_001, [], {**held, "outcome": "open"}),
    ]
    with connection.cursor() as cursor:

        def run(statement: str, last: int, salt: int, more: Mapping[str, Any]) -> None:
            values = {**names, **more, "hex": HEX.format(salt=salt)}
            insert, _, select = statement.partition("SELECT")
            cursor.execute((insert + COUNT.format(count=last) + "SELECT" + select).format(**values))

        for last, first, further, more in kinds:
            for salt, statement in enumerate((SECOND_SLOTS, SECOND_ATTEMPTS, *further), start=20):
                run(statement, last, salt, {**more, "first": first})
        run(AUDIT, 100_000, 30, {})
        run(JOBS, 5000, 31, {})
        run(QUESTIONS, 2000, 32, {})
        cursor.execute("ANALYZE")


def _add_release(campaign: Any) -> None:
    from msgspec.structs import replace

    from campaigns.selectors.protocols import protocol_of
    from jobs.runs import LocalRun
    from releases.dataset import freezing
    from releases.dataset.rules.choices import IncludedPages
    from releases.formats.designs import usual_choices
    from releases.models import Release
    from releases.services import releases
    from releases.storage.folders import folder_of

    choices = replace(usual_choices(protocol_of(campaign)), pages=IncludedPages.NONE)
    release = releases.create_release(campaign=campaign, choices=choices, note="", by=None, now=NOW)
    run = LocalRun(clock=lambda: NOW)
    freezing.freeze_release(release=release, folder=folder_of(release), run=run)
    # Its files are not needed to browse its claims.
    Release.objects.filter(pk=release.pk).update(
        state=Release.State.READY, ready_at=NOW, manifest={"files": [], "counts": {}}
    )


def _time_lists(campaign: Any, rounds: int) -> dict[str, list[float]]:
    from django.conf import settings
    from django.test import Client

    from accounts.models import User

    settings.ALLOWED_HOSTS = ["testserver"]
    times: dict[str, list[float]] = {}
    verifier = User.objects.get(username="verifier1").public_id
    for reader, lists in _lists(f"/campaigns/{campaign.public_id}/", str(verifier)).items():
        client = Client()
        client.cookies["sessionid"] = make_session(User.objects.get(username=reader))
        for name, address in lists.items():
            times[name] = [time_page(client, address) for _ in range(rounds + 1)][1:]
    return times


def time_page(client: Any, address: str) -> float:
    """Return the processor time of an answer in milliseconds."""
    began = process_time()
    answer = client.get(address)
    taken = (process_time() - began) * 1000
    if answer.status_code != 200:
        raise RuntimeError(f"{address}: {answer.status_code}")
    return taken


def _lists(campaign: str, person: str) -> dict[str, dict[str, str]]:
    """Return the addresses of the lists by name, for each person who reads them."""
    verified, released = f"{campaign}verifications/", f"{campaign}releases/1/claims/"
    claims = f"{campaign}claims/"
    return {
        "manager": {
            "home, manager": "/",
            "campaign": campaign,
            "work": f"{campaign}work/",
            "work, searched": f"{campaign}work/?words=measured",
            "skips": f"{campaign}work/skips/",
            "skips, last page": f"{campaign}work/skips/?page=100",
            "skips, searched": f"{campaign}work/skips/?words=claim+7",
            "highlights": f"{campaign}highlights/",
            "highlights, last page": f"{campaign}highlights/?page=600",
            "highlights, searched": f"{campaign}highlights/?words=029",
            "highlights, by page": f"{campaign}highlights/?sort=page",
            "people of the campaign": f"{campaign}quality/people/",
            "people of the campaign, as a file": f"{campaign}quality/people/people.csv",
            "page of a person": f"{campaign}quality/people/{person}/",
            "members": f"{campaign}people/",
            "claims": claims,
            "claims, last page": f"{claims}?page=1800",
            "claims, searched": f"{claims}?words=page+0123",
            "claims, of a verdict": f"{claims}?verdict=refuted",
            "claims, of a challenge": f"{claims}?challenge=other",
            "claims, of a verifier": f"{claims}?verifier={person}",
            "claims, disagreed about": f"{claims}?disagreement=verdict",
            "claims, reported": f"{claims}?report=open",
            "claims, from a day on": f"{claims}?since=2020-01-01",
            "verifications": verified,
            "verifications, last page": f"{verified}?page=1900",
            "verifications, of a verdict": f"{verified}?verdict=refuted",
            "verifications, of a person": f"{verified}?person={person}",
            "verifications, searched": f"{verified}?words=page+0123",
            "verifications, by claim": f"{verified}?sort=claim",
            "reported claims": f"{campaign}reports/",
            "reported claims, last page": f"{campaign}reports/?page=50",
            "questions": f"{campaign}questions/",
            "claims of a release": released,
            "claims of a release, last page": f"{released}?page=1800",
            "claims of a release, searched": f"{released}?text=page+0123",
            "claims of a release, of a verdict": f"{released}?verdict=refuted",
        },
        "administrator": {
            "audit log": "/audit/",
            "audit log, last page": "/audit/?page=1000",
            "audit log, searched": "/audit/?words=99999",
            "jobs": "/jobs/",
            "jobs, last page": "/jobs/?page=100",
            "people": "/people/",
            "table of claims": "/admin/annotation/claim/",
            "table of the audit log": "/admin/core/auditentry/",
        },
        "writer1": {"home, writer": "/", "my claims": f"{campaign}claims/mine/"},
        "verifier1": {
            "home, verifier": "/",
            "my verifications": f"{verified}mine/",
            "my verifications, searched": f"{verified}mine/?words=page+0123",
        },
    }


def _count_rows() -> dict[str, int]:
    from annotation.models import Claim, Verification
    from core.models import AuditEntry

    return {
        "claims": Claim.objects.count(),
        "verifications": Verification.objects.count(),
        "entries of the audit log": AuditEntry.objects.count(),
    }
