"""Fills a site with disagreements and candidates among much work; times who judges it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks._lists_child import add_members, add_work, time_page
from benchmarks._releasing_child import AT, COUNT, NOW, fill
from benchmarks._verifying_world import make_session
from config import interpreter

# The versions and the evidence of the second verifications, which say “supported”.
DISAGREEING = (
    f"""INSERT INTO annotation_verificationversion (id, number, verdict, answer, tags, note,
        submitted_at, loading_ms, active_ms, idle_ms, scope, figures, digest,
        claim_version_id, guidelines_id, verification_id)
    {COUNT}SELECT 1000000 + i, 1, 'supported', '', '{{{{"challenge": "other"}}}}', '', '{AT}', 1500,
        40000, 3000, '[]', '[]', 'd', i, {{guidelines}}, 1000000 + i FROM n""",
    f"""INSERT INTO annotation_evidenceset (id, position, set_limit, version_id)
    {COUNT}SELECT 1000000 + i, 1, 3, 1000000 + i FROM n""",
    f"""INSERT INTO annotation_evidence (address, position, page_id, evidence_set_id)
    {COUNT}SELECT 'sentence_' || (i % 30), 1, (i + 2) / 3, 1000000 + i FROM n""",
)
SECOND = 5000
ITEMS = 10
PRESCRIBED = {
    "type_1": {"verdict": "supported"},
    "type_2": {"scope": "same_page"},
    "type_3": {"mutation": "negation"},
}


def measure(claims: int, people: int, rounds: int) -> dict[str, Any]:
    """Return the processor times of each page in milliseconds, by its name."""
    from django.core.management import call_command

    call_command("collectstatic", verbosity=0, interactive=False)
    campaign = fill(claims, people=people // 2, with_logs=False)
    add_members(campaign)
    add_work(campaign, people // 2)
    _disagree(campaign)
    phase = _add_candidate(campaign)
    return {"times": _time_pages(campaign, phase, rounds), "rows": _count_rows(campaign)}


def _disagree(campaign: Any) -> None:
    from django.db import connection

    guidelines = campaign.guidelines.get().pk
    with connection.cursor() as cursor:
        for statement in DISAGREEING:
            cursor.execute(statement.format(count=SECOND, guidelines=guidelines))
        cursor.execute("ANALYZE")


def _add_candidate(campaign: Any) -> Any:
    """Have a candidate finish a phase of writing; return it, to be graded."""
    from accounts.models import User
    from annotation.models import Attempt, Gold, Qualification, TaskName
    from annotation.services.calibration import gold, phase_items, phases
    from annotation.services.calibration.gold import GoldDescription
    from wiki.models import Page

    manager = User.objects.get(username="manager")
    for number in range(1, ITEMS + 1):
        made = gold.make_highlight_gold(
            campaign=campaign,
            page=Page.objects.get(pk=number),
            source="sentences",
            addresses=[f"sentence_{place}" for place in range(4)],
            prescribed=PRESCRIBED,
            description=GoldDescription(use=Gold.Use.PHASE, phase="write_1"),
            actor=manager,
            now=NOW,
        )
        answer = gold.answer_gold(gold=made, actor=manager, now=NOW)
        _write(campaign, answer, "gold")
    candidate = User.objects.get(username="writer0")
    # Turned on for one phase: there is no gold for the others.
    type(campaign).objects.filter(pk=campaign.pk).update(requires_calibration=True)
    campaign.refresh_from_db()
    for _item in range(ITEMS):
        attempt = phases.take_item(
            campaign=campaign, annotator=candidate, task=TaskName.WRITE, now=NOW
        )
        _write(campaign, attempt, "calibration")
        phase_items.finish_item(attempt=Attempt.objects.get(pk=attempt.pk), now=NOW)
    return Qualification.objects.get(candidacy__person=candidate)


def _write(campaign: Any, attempt: Any, state: str) -> None:
    """Store three claims of an attempt as they are when they were submitted."""
    from annotation.models import Attempt, Claim
    from annotation.services.desk.leases import end_attempt

    for slot in ("type_1", "type_2", "type_3"):
        Claim.with_gold.create(
            campaign=campaign,
            highlight_id=attempt.at_highlight,
            attempt=attempt,
            author_id=attempt.annotator_id,
            slot=slot,
            text=f"Claim of {slot} from highlight {attempt.at_highlight}.",
            verdict="supported",
            tags={"challenge": "other"},
            guidelines=campaign.guidelines.get(),
            written_at=NOW,
            state=state,
        )
    end_attempt(attempt, Attempt.Outcome.SUBMITTED, NOW, digest="d")


def _time_pages(campaign: Any, phase: Any, rounds: int) -> dict[str, list[float]]:
    from django.conf import settings
    from django.test import Client

    from accounts.models import User
    from annotation.models import Claim
    from annotation.selectors.review import disagreements
    from annotation.services.review import adjudications

    settings.ALLOWED_HOSTS = ["testserver"]
    manager = User.objects.get(username="manager")
    here = f"/campaigns/{campaign.public_id}/"
    waiting = disagreements.disagreements_in(campaign, about_evidence=False)
    benches = [
        adjudications.open_bench(claim=claim, adjudicator=manager, now=NOW).public_id
        for claim in disagreements.undecided(waiting).order_by("pk")[: rounds + 1]
    ]
    written = list(
        Claim.objects.filter(campaign=campaign)
        .order_by("-pk")
        .values_list("public_id", flat=True)[: rounds + 1]
    )
    pages: dict[str, dict[str, Callable[[int], str]]] = {
        "manager": {
            "home, manager": lambda at: "/",
            "grading": lambda at: (
                f"{here}calibration/phases/{phase.public_id}/?at={1 + at % (3 * ITEMS)}"
            ),
            "candidates": lambda at: f"{here}calibration/",
            "disagreements": lambda at: f"{here}adjudication/",
            "disagreements about evidence": lambda at: f"{here}adjudication/?about=evidence",
            "disagreements, decided": lambda at: f"{here}adjudication/?state=decided",
            "bench": lambda at: f"/verify/{benches[at]}/",
            "claims to review": lambda at: f"{here}review/",
            "a claim to review": lambda at: f"{here}review/claims/{written[at]}/",
        },
        "writer1": {"home, writer": lambda at: "/"},
        "verifier1": {"home, verifier": lambda at: "/"},
        "writer0": {"home, candidate": lambda at: "/"},
    }
    # As in the server: the collection of garbage does not look at what is loaded.
    interpreter.settle()
    times: dict[str, list[float]] = {}
    for reader, addresses in pages.items():
        client = Client()
        client.cookies["sessionid"] = make_session(User.objects.get(username=reader))
        for name, address in addresses.items():
            taken = [time_page(client, address(at)) for at in range(rounds + 1)]
            times[name] = taken[1:]
    return times


def _count_rows(campaign: Any) -> dict[str, int]:
    from annotation.models import Claim, Verification
    from annotation.selectors.review import disagreements

    waiting = disagreements.disagreements_in(campaign, about_evidence=False)
    return {
        "claims": Claim.objects.count(),
        "verifications": Verification.objects.count(),
        "disagreements": disagreements.undecided(waiting).count(),
    }
