"""`manage.py simulate CAMPAIGN`: fill a campaign with the work of programs whose skill is known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone
from msgspec.structs import replace

from campaigns.management.named_campaigns import named_campaign
from campaigns.models import Campaign
from core.commands import DatabaseCommand
from core.structs import BadDataError, decode_json
from jobs.foreground import progress_printer, run_to_end
from jobs.models import JobState
from jobs.services.jobs import AlreadyQueuedError
from quality.models import Simulation
from quality.selectors.truth import truth_lines
from quality.services import demo, simulations
from quality.simulation.claims import DesignNotSimulatedError
from quality.simulation.people import SimulationPlan

_PLAN = msgspec.json.Decoder(SimulationPlan)
_REFUSALS: dict[type[Exception], str] = {
    DesignNotSimulatedError: (
        "The design of “{campaign}” asks for what programs cannot do ({named})."
    ),
    simulations.StateNotSimulatedError: (
        "“{campaign}” is neither being set up nor open: programs cannot work there."
    ),
    simulations.CalibrationNotSimulatedError: (
        "“{campaign}” requires calibration, which programs do not take. Turn it off, or simulate"
        " in a campaign of its own."
    ),
    simulations.RealWorkError: (
        "People have worked in “{campaign}”. Simulate in a campaign of its own."
    ),
    simulations.OtherClaimsError: (
        "“{campaign}” has claims that no program wrote, such as imported ones. Simulate in a"
        " campaign of its own."
    ),
    simulations.OtherPlanError: (
        "“{campaign}” was simulated by another plan. Use the same plan to go on, or another"
        " campaign."
    ),
    simulations.SimulatedNameTakenError: (
        "A person has the user name {named}. Give the simulated one another name."
    ),
    simulations.EqualNamesError: (
        "Two people of the plan, or one and the manager, would have the same user name: {named}."
        " Give each a name of their own."
    ),
    simulations.UnknownVerdictError: (
        "The plan names a verdict that the design of “{campaign}” does not have ({named})."
    ),
}


class Command(DatabaseCommand):
    help = (
        "Fill a campaign with people of given skill, through the services that the screens use."
        " Everything is marked as simulated, and the campaign becomes a demonstration. The same"
        " seed gives the same result."
    )
    when_stopped = "What was done stays; the same command goes on with it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", metavar="CAMPAIGN", help="its name or id")
        parser.add_argument("--plan", type=Path, metavar="FILE", help="the people, as JSON")
        parser.add_argument("--seed", type=int, help="of everything that is left to chance")
        parser.add_argument("--days", type=int, help="of work, until now")
        parser.add_argument("--highlights", type=int, help="from which claims are written")
        parser.add_argument(
            "--truth", type=Path, metavar="FILE", help="write the truth there, as JSON lines"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = named_campaign(options["campaign"])
        self._prepare(campaign, _plan(options))
        try:
            job = demo.request_simulation(campaign=campaign, now=timezone.now())
        except AlreadyQueuedError as error:
            raise CommandError("A simulation is running already. Wait for its end.") from error
        listen = progress_printer(self.stdout) if options["verbosity"] > 1 else None
        done = run_to_end(job, listen=listen)
        if done.state != JobState.SUCCEEDED:
            raise CommandError(done.error or "The simulation was stopped. Start it again.")
        claims = campaign.claims.count()
        self.stdout.write(f"“{campaign.name}” has {claims:,} claims by programs now.")
        if options["truth"] is not None:
            written = _write_truth(campaign, options["truth"])
            self.stdout.write(f"The truth about {written:,} claims is in {options['truth']}.")

    def _prepare(self, campaign: Campaign, plan: SimulationPlan) -> Simulation:
        try:
            return simulations.prepare_simulation(campaign=campaign, plan=plan, now=timezone.now())
        except tuple(_REFUSALS) as error:
            words = _REFUSALS[type(error)].format(campaign=campaign.name, named=error)
            raise CommandError(words) from error


def _plan(options: dict[str, Any]) -> SimulationPlan:
    plan = SimulationPlan()
    if options["plan"] is not None:
        try:
            plan = decode_json(_PLAN, options["plan"].read_bytes())
        except BadDataError as error:
            raise CommandError(f"{options['plan']}: {error}") from error
    given = {name: options[name] for name in ("seed", "days", "highlights")}
    changed = replace(plan, **{name: value for name, value in given.items() if value is not None})
    try:
        return msgspec.convert(msgspec.to_builtins(changed), SimulationPlan)
    except msgspec.ValidationError as error:
        raise CommandError(str(error)) from error


def _write_truth(campaign: Campaign, path: Path) -> int:
    written = 0
    with path.open("wb") as file:
        for line in truth_lines(campaign):
            file.write(line)
            written += 1
    return written
