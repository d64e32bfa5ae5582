"""`manage.py evaluate_verifier CAMPAIGN`: measure the verifier on a release."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from assist.messages import model_problem
from campaigns.management.named_campaigns import named_campaign
from campaigns.models import Campaign
from core.commands import DatabaseCommand
from core.name_lists import name_some
from jobs.runs import LocalRun
from releases.models import Release
from search import SearchError

MOST_CLAIMS = 500


class Command(DatabaseCommand):
    help = (
        "Check the claims of a part of a release with the model in use, and print its scores beside"
        " the papers': FEVEROUS and FEVER score, evidence, confusion, calibration, challenges."
    )
    when_stopped = "Nothing was stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", metavar="CAMPAIGN", help="its name or its public id")
        parser.add_argument("--release", type=int, metavar="N", help="the newest, unless named")
        parser.add_argument("--part", help="the last one, unless named")
        parser.add_argument(
            "--claims", type=int, default=MOST_CLAIMS, metavar="N", help="at most, drawn by lot"
        )
        parser.add_argument(
            "--ablations", action="store_true", help="also without parts of the verifier"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        # They load NumPy and scikit-learn, which no other command needs.
        from assist.selectors.loaded import NoModelError
        from releases.scoring.verifier_scores import ABLATIONS, Variant, measure
        from releases.scoring.verifier_tables import compare, describe

        if options["claims"] < 1:
            raise CommandError("--claims must be at least 1.")
        release = _release(named_campaign(options["campaign"]), options["release"])
        part = _part(release, options["part"])
        self.stdout.write(f"{release.campaign.name}, release {release.version}, part {part}")
        variants = (Variant(), *(ABLATIONS if options["ablations"] else ()))
        try:
            measured = [
                measure(
                    release=release,
                    part=part,
                    most=options["claims"],
                    run=LocalRun(),
                    variant=variant,
                )
                for variant in variants
            ]
        except NoModelError as error:
            raise CommandError(model_problem(error.code)) from error
        except SearchError as error:
            raise CommandError(str(error)) from error
        if not measured[0].feverous.scores.claims:
            raise CommandError(f"Part {part} has no claims that the verifier can judge.")
        self.stdout.write("\n".join(describe(measured[0])))
        if options["ablations"]:
            self.stdout.write("\n".join(["", *compare(measured)]))


def _release(campaign: Campaign, version: int | None) -> Release:
    ready = Release.objects.filter(campaign=campaign, state=Release.State.READY)
    ready = ready.select_related("campaign__corpus").order_by("-version")
    release = ready.first() if version is None else ready.filter(version=version).first()
    if release is None:
        raise CommandError(f"“{campaign.name}” has no such release that is ready.")
    return release


def _part(release: Release, named: str | None) -> str:
    parts = [part.name for part in release.requested.parts]
    if named is None:
        return parts[-1]
    if named not in parts:
        raise CommandError(f"There is no part “{named}”. {name_some(parts)}")
    return named
