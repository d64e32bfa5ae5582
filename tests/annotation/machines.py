"""Machines that verify beside the people of a desk."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from annotation.models import Attempt, Verification
from annotation.rules.verifying.judgements import Judgement
from annotation.services.verifying import confirmations, machine_work, verifications
from campaigns.services import machines
from tests.annotation.verifying_world import Desk, judgement
from tests.people import NOW


def add_machine(desk: Desk, name: str = "Model 1") -> User:
    added = machines.add_machine(campaign=desk.campaign, name=name, actor=desk.manager, now=NOW)
    return added.membership.user


def take_as_machine(desk: Desk, machine: User, now: datetime = NOW) -> Attempt:
    return machine_work.take_claim(campaign=desk.campaign, machine=machine, now=now)


def verify_as_machine(
    desk: Desk,
    machine: User,
    given: Judgement | None = None,
    *,
    confirms: bool = True,
    now: datetime = NOW,
) -> Verification:
    """Take the next claim for machines and hand in a verification of it."""
    attempt, judged = take_as_machine(desk, machine, now), given or judgement()
    if confirms:
        confirmations.confirm_judgement(attempt=attempt, judgement=judged)
    return verifications.submit_verification(
        attempt=attempt, judgement=judged, now=now, has_token=confirms
    )
