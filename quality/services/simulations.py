"""Simulations: a campaign filled by programs through the services that people use.

A simulation has a plan and an interval of the past; each simulated person works at their hours,
one thing after another. One that was interrupted goes on where it was: what is done says where.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from heapq import heapify, heappop, heappush

import msgspec
from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.roles import Role
from annotation.models import Attempt, Claim, ClaimReport, Highlight
from annotation.rules.verifying.rulings import Ruling
from annotation.selectors.review import disagreements
from annotation.services.campaign import designs
from annotation.services.desk import stages
from annotation.services.review import adjudications, claim_reports
from annotation.services.verifying import confirmations
from annotation.services.writing import highlights, sampling
from campaigns.models import Campaign, Membership
from campaigns.protocols.protocol import Protocol
from campaigns.selectors.protocols import protocol_of
from campaigns.services.campaigns import hold_campaign
from core.services import audit
from core.structs import convert
from jobs.runs import Run
from quality.models import Simulation
from quality.services.simulated_work import LONGEST_ITEM, SimulatedWorker, truths_of
from quality.simulation.claims import check_design
from quality.simulation.people import SimulatedPerson, SimulationPlan, dice_for, working_time

MANAGER = "simulated-manager"
_NOTHING_TO_DO = timedelta(hours=4)
_REPORTS_DISMISSED = 0.5
_CAUSES = ("miscounting", "overlooked_detail", "evidence_not_found", "slip", "ambiguous_claim")


class RealWorkError(Exception):
    """People worked in the campaign: it is no place for programs."""


class OtherPlanError(Exception):
    """The campaign was simulated by another plan."""


class SimulatedNameTakenError(Exception):
    """A person has the user name that a simulated one would get."""


class StateNotSimulatedError(Exception):
    """The campaign is neither being set up nor open."""


class CalibrationNotSimulatedError(Exception):
    """The campaign gives work to people who passed calibration, which programs do not take."""


class OtherClaimsError(Exception):
    """The campaign has claims that no program wrote, such as imported ones."""


class EqualNamesError(Exception):
    """Two people of a plan, or one and the manager, would get the same user name."""


class UnknownVerdictError(Exception):
    """A plan names a verdict that the design does not have."""


def plan_of(simulation: Simulation) -> SimulationPlan:
    """Return the plan of a simulation."""
    return convert(simulation.plan, SimulationPlan)


@transaction.atomic
def prepare_simulation(*, campaign: Campaign, plan: SimulationPlan, now: datetime) -> Simulation:
    """Mark a campaign as a demonstration and add the people of the plan; the same twice is fine.

    Raise one of the errors of this module or DesignNotSimulatedError, with nothing written.
    """
    held = hold_campaign(campaign)
    known = Simulation.objects.filter(campaign=held).first()
    if known is not None and plan_of(known) != plan:
        raise OtherPlanError
    if known is not None and known.finished_at is not None:
        return known
    _check_programs_may_work(held)
    if known is not None:
        return known
    _check_no_other_work(held)
    _check_plan(plan, protocol_of(held))
    campaign.is_demonstration = True
    campaign.save(update_fields=["is_demonstration"])
    begins_at = now - timedelta(days=plan.days)
    for person in plan.people:
        _join(campaign, user_name(person.name), person.name, Role.ANNOTATOR, begins_at, person)
    _join(campaign, MANAGER, "Manager", Role.MANAGER, begins_at)
    details = {"people": len(plan.people), "days": plan.days, "highlights": plan.highlights}
    audit.record(actor=None, action="campaign.simulated", target=campaign, now=now, details=details)
    return Simulation.objects.create(
        campaign=campaign, plan=msgspec.to_builtins(plan), begins_at=begins_at, ends_at=now
    )


def _check_programs_may_work(held: Campaign) -> None:
    if held.state not in (Campaign.State.DRAFT, Campaign.State.OPEN):
        raise StateNotSimulatedError
    if held.requires_calibration:
        raise CalibrationNotSimulatedError
    if held.claims_from != Campaign.ClaimsFrom.HIGHLIGHTS:
        raise OtherClaimsError
    protocol = protocol_of(held)
    check_design(protocol, stages.writing_stage(protocol))


def _check_no_other_work(held: Campaign) -> None:
    mine = Q(highlight__campaign=held) | Q(claim__campaign=held)
    if Attempt.objects.filter(mine, annotator__is_simulated=False).exists():
        raise RealWorkError
    if Claim.with_gold.filter(campaign=held).exclude(author__is_simulated=True).exists():
        raise OtherClaimsError


def _check_plan(plan: SimulationPlan, protocol: Protocol) -> None:
    """Refuse equal user names, and verdicts that the design does not have."""
    taken = {MANAGER}
    for person in plan.people:
        if user_name(person.name) in taken:
            raise EqualNamesError(person.name)
        taken.add(user_name(person.name))
        for verdict in (*person.errors, person.leans_to, person.phrase_verdict):
            if verdict and verdict not in protocol.verdicts.names:
                raise UnknownVerdictError(f"{person.name}: {verdict}")


def user_name(name: str) -> str:
    """Return the user name of a simulated person."""
    return f"simulated-{name.casefold().replace(' ', '-')}"


def _join(
    campaign: Campaign,
    username: str,
    name: str,
    role: Role,
    now: datetime,
    person: SimulatedPerson | None = None,
) -> None:
    user, _made = User.objects.get_or_create(
        username=username,
        # The mark is in the name, so that no screen shows them without it.
        defaults={"name": f"{name} (simulated)", "is_simulated": True, "password": "!"},
    )
    if not user.is_simulated:
        raise SimulatedNameTakenError(username)
    Membership.objects.create(
        campaign=campaign,
        user=user,
        role=role,
        writes_claims=person is not None and person.writes,
        verifies_claims=person is not None and person.verifies,
        joined_at=now,
    )


def draw_highlights(campaign: Campaign, run: Run) -> int:
    """Draw what the campaign lacks, with one for each skipped. Return how many there are then."""
    wanted = sampling.wanted_highlights(campaign)
    drawn = sampling.sample_highlights(
        campaign=campaign, wanted=wanted, step=run.step, clock=run.now
    )
    return sum(drawn.values())


def run_simulation(*, simulation: Simulation, run: Run) -> int:
    """Do the work of all simulated people that is not done yet. Return the number of claims."""
    campaign = simulation.campaign
    if campaign.state == Campaign.State.DRAFT:
        draw_highlights(campaign, run)
        designs.open_campaign(campaign=campaign, actor=None, now=simulation.begins_at)
        campaign.refresh_from_db()
    if simulation.finished_at is None:
        plan = plan_of(simulation)
        desk = _Desk(simulation, campaign, plan, run)
        desk.work()
        _decide_reports(campaign, plan, simulation.ends_at)
        _adjudicate(campaign, plan, simulation.ends_at, run)
        desk.write_rest()
        simulation.finished_at = run.now()
        simulation.save(update_fields=["finished_at"])
    return campaign.claims.count()


@dataclass
class _Desk:
    """The people of a simulation at work, each by a clock of their own."""

    simulation: Simulation
    campaign: Campaign
    plan: SimulationPlan
    run: Run
    _can_write: bool = True
    _workers: list[SimulatedWorker] = field(default_factory=list)

    def __post_init__(self) -> None:
        names = [user_name(person.name) for person in self.plan.people]
        users = {user.username: user for user in User.objects.filter(username__in=names)}
        self._workers = [
            SimulatedWorker(self.campaign, users[name], person, self.plan.seed)
            for name, person in zip(names, self.plan.people, strict=True)
        ]

    def work(self) -> None:
        """Let everybody work until the end, in the order of their clocks."""
        began, ends = self.simulation.begins_at, self.simulation.ends_at
        total = int((ends - began).total_seconds())
        last = self._last_ends()
        times = [
            (self._next(worker, last.get(worker.user.pk, began)), place)
            for place, worker in enumerate(self._workers)
        ]
        heapify(times)
        while times:
            at, place = heappop(times)
            # Nothing is begun that might not be done in time.
            if at >= ends - LONGEST_ITEM:
                continue
            self.run.stop_if_cancelled()
            done = int((at - began).total_seconds())
            self.run.progress(done, total, _("Simulated people work"))
            worker = self._workers[place]
            ended = self._act(worker, at, done / total)
            heappush(times, (self._next(worker, ended), place))
        self.run.progress(total, total, _("Simulated people work"))

    def write_rest(self) -> None:
        """Write the claims that others are to verify."""
        wanted = self.plan.highlights + self.plan.left
        writers = [worker for worker in self._workers if worker.person.writes]
        ends, last = self.simulation.ends_at, self._last_ends()
        written = self._written()
        # By the clock of each, as before; who had no turn yet comes first.
        turns = [
            (max(ends, last.get(worker.user.pk, ends)), (place - written) % len(writers), place)
            for place, worker in enumerate(writers)
        ]
        heapify(turns)
        while turns and self._can_write and self._written() < wanted:
            self.run.stop_if_cancelled()
            at, turn, place = heappop(turns)
            ended = self._write(writers[place], at)
            heappush(turns, (ended, turn + len(writers), place))

    def _next(self, worker: SimulatedWorker, at: datetime) -> datetime:
        return working_time(worker.person, self.plan.seed, at)

    def _last_ends(self) -> dict[int, datetime]:
        """Return when each person ended their last attempt."""
        mine = Q(highlight__campaign=self.campaign) | Q(claim__campaign=self.campaign)
        rows = Attempt.objects.filter(mine).exclude(ended_at=None)
        return dict(rows.values_list("annotator").annotate(Max("ended_at")).order_by())

    def _act(self, worker: SimulatedWorker, at: datetime, progress: float) -> datetime:
        # Writing goes on all the time: no more is written than is due by now.
        due = self.plan.highlights * min(1.0, progress * 1.1 + 0.02)
        if worker.person.writes and self._can_write and self._written() < int(due):
            return self._write(worker, at)
        if not worker.person.verifies:
            return at + _NOTHING_TO_DO
        return worker.verify(at, progress) or at + _NOTHING_TO_DO

    def _write(self, worker: SimulatedWorker, at: datetime) -> datetime:
        try:
            return worker.write(at)
        except highlights.TargetReachedError:
            # Somebody may hold one that they may not skip yet.
            self._can_write = self._is_one_held()
            return at + _NOTHING_TO_DO
        except highlights.NothingLeftError:
            # The job that replaces skipped highlights waits for this one: draw them here.
            before = self.campaign.highlights.count()
            self._can_write = draw_highlights(self.campaign, self.run) > before
        return at + timedelta(minutes=1)

    def _is_one_held(self) -> bool:
        held = self.campaign.highlights.filter(state=Highlight.State.HELD)
        return held.filter(holder__in=[worker.user for worker in self._workers]).exists()

    def _written(self) -> int:
        return self.campaign.highlights.filter(state=Highlight.State.WRITTEN).count()


def _decide_reports(campaign: Campaign, plan: SimulationPlan, at: datetime) -> None:
    """Dismiss some of the reports; the rest wait for the managers."""
    manager = User.objects.get(username=MANAGER)
    waiting = ClaimReport.objects.filter(campaign=campaign, state=ClaimReport.State.OPEN)
    for report in waiting.select_related("claim").order_by("pk"):
        dice = dice_for(plan.seed, "report", report.claim.text)
        if dice.random() < _REPORTS_DISMISSED:
            claim_reports.dismiss_report(report=report, actor=manager, now=at)


def _adjudicate(campaign: Campaign, plan: SimulationPlan, at: datetime, run: Run) -> None:
    """Decide a share of the disagreements as the truth is."""
    manager = User.objects.get(username=MANAGER)
    waiting = disagreements.waiting_for(manager, disagreements.disagreements_in(campaign))
    claims = list(waiting)
    truths = truths_of(claims)
    for claim in claims:
        dice = dice_for(plan.seed, "adjudication", claim.text)
        if claim.pk not in truths or dice.random() >= plan.adjudicated:
            continue
        run.stop_if_cancelled()
        attempt = adjudications.open_bench(claim=claim, adjudicator=manager, now=at)
        judgement = truths[claim.pk].judgement
        confirmations.confirm_judgement(attempt=attempt, judgement=judgement)
        ruling = Ruling(
            cause=dice.choice(_CAUSES), seen=disagreements.state_digest(claim, campaign)
        )
        adjudications.adjudicate_claim(attempt=attempt, judgement=judgement, ruling=ruling, now=at)
