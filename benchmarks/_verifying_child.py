"""Makes the database of `benchmarks/verifying.py`, times the services."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from benchmarks._verifying_world import Size, fill


def measure(claims: int, acts: int, people: int, rounds: int) -> dict[str, Any]:
    from django.core.management import call_command

    call_command("collectstatic", verbosity=0, interactive=False)
    world = fill(Size(claims, acts, people))
    return {**world, "services": time_services(world, rounds)}


def time_services(world: dict[str, Any], rounds: int) -> dict[str, list[float]]:
    """Return the times to take a claim and to submit a verification, without HTTP, in ms."""
    from django.utils import timezone

    from accounts.models import User
    from annotation.rules.verifying.elements import ElementReference
    from annotation.rules.verifying.judgements import Judgement
    from annotation.services.verifying import confirmations, queue, verifications
    from campaigns.models import Campaign

    campaign = Campaign.objects.get(public_id=world["campaign"])
    person = User.objects.get(username="person1")
    judgement = Judgement(
        verdict="supported",
        tags={"challenge": "other"},
        sets=[
            [
                ElementReference(world["page"], "sentence_1"),
                ElementReference(world["page"], "cell_0_3_1"),
            ]
        ],
    )
    takes: list[float] = []
    submits: list[float] = []
    for _ in range(rounds):
        began = perf_counter()
        taken = queue.take_claim(campaign=campaign, annotator=person, now=timezone.now())
        takes.append((perf_counter() - began) * 1000)
        confirmations.confirm_judgement(attempt=taken.attempt, judgement=judgement)
        middle = perf_counter()
        verifications.submit_verification(
            attempt=taken.attempt, judgement=judgement, now=timezone.now()
        )
        submits.append((perf_counter() - middle) * 1000)
    return {"take": takes, "submit": submits}
