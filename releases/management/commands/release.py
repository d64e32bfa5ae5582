"""`manage.py release CAMPAIGN --out DIR`: build a release of a campaign into a folder."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from annotation.models import Campaign
from annotation.selectors.campaigns import shown_campaigns
from annotation.services.campaigns import protocol_of
from releases import official
from releases.choices import Choices, Pages, usual_choices
from releases.folders import folder_of
from releases.formats import FORMATS
from releases.models import Release
from releases.services import building, releases
from releases.services.running import LocalRun
from releases.writing import Compression


class Command(BaseCommand):
    help = (
        "Build a release of a campaign: claims in parts and formats, pages, papers, all checked."
        " With --version-number, an old release is written again, byte for byte."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", metavar="CAMPAIGN", help="its name or its public id")
        parser.add_argument(
            "--out", type=Path, required=True, metavar="DIR", help="a folder that is new or empty"
        )
        parser.add_argument("--version-number", type=int, metavar="N", help="a release that exists")
        parser.add_argument("--format", action="append", choices=sorted(FORMATS), dest="formats")
        parser.add_argument("--compression", choices=[one.value for one in Compression])
        parser.add_argument("--pages", choices=[one.value for one in Pages])
        parser.add_argument("--withhold", action="append", default=[], metavar="PART")
        parser.add_argument("--note", default="", help="what is new in it")
        parser.add_argument(
            "--check-official",
            action="store_true",
            help="refuse where the studies' own tools are not installed to check it with",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["out"]
        if folder.exists() and any(folder.iterdir()):
            raise CommandError(f"{folder} is not empty.")
        campaign = self._campaign(options["campaign"])
        if options["check_official"]:
            self._demand_tools(self._choices(campaign, options).formats)
        run = LocalRun(listen=self._tell if options["verbosity"] > 1 else None)
        if options["version_number"]:
            release = Release.objects.filter(
                campaign=campaign,
                version=options["version_number"],
                state=Release.State.READY,
            ).first()
            if release is None:
                raise CommandError(f"There is no release {options['version_number']} to write.")
        else:
            release = self._create(campaign, options)
        try:
            if release.state == Release.State.READY:
                manifest = building.build_release(release=release, folder=folder, run=run)
            else:
                manifest = dict(releases.build(release=release, run=run))
                shutil.copytree(folder_of(release), folder, dirs_exist_ok=True)
        except (building.BuildError, building.NothingToReleaseError) as error:
            raise CommandError(str(error)) from error
        counts = ", ".join(f"{n:,} {part}" for part, n in manifest["counts"]["by_part"].items())
        self.stdout.write(
            f"Release {release.version} of “{campaign.name}”: {manifest['counts']['claims']:,}"
            f" claims ({counts}) in {len(manifest['files'])} files."
        )
        for tool in release.checked_with:
            self.stdout.write(f"  also checked with {tool}")
        if options["check_official"] and not release.checked_with:
            raise CommandError("The official tools are installed, but cannot be loaded.")
        for reason, count in manifest["left_out"].items():
            self.stdout.write(f"  left out, {reason.replace('_', ' ')}: {count:,}")

    def _demand_tools(self, names: tuple[str, ...]) -> None:
        for tool in official.tools_of(names):
            if official.version_of(tool) is None:
                raise CommandError(
                    f"{tool.package} is not installed here: see requirements-official.txt."
                )

    def _create(self, campaign: Campaign, options: dict[str, Any]) -> Release:
        try:
            return releases.create_release(
                campaign=campaign,
                choices=self._choices(campaign, options),
                note=options["note"],
                by=None,
                now=timezone.now(),
            )
        except releases.ChoicesRefusedError as error:
            raise CommandError(str(error)) from error
        except releases.BeingBuiltError as error:
            raise CommandError("A release of this campaign is being built already.") from error

    def _choices(self, campaign: Campaign, options: dict[str, Any]) -> Choices:
        choices = usual_choices(protocol_of(campaign))
        if options["formats"]:
            choices = replace(choices, formats=tuple(options["formats"]))
        if options["compression"]:
            choices = replace(choices, compression=Compression(options["compression"]))
        if options["pages"]:
            choices = replace(choices, pages=Pages(options["pages"]))
        return replace(choices, withheld=tuple(options["withhold"]))

    def _campaign(self, name: str) -> Campaign:
        campaigns = shown_campaigns().select_related("corpus").filter(protocol__isnull=False)
        for campaign in campaigns:
            if name in (campaign.name, str(campaign.public_id)):
                return campaign
        raise CommandError(f"There is no campaign “{name}” with a design.")

    def _tell(self, done: int, total: int | None, note: str) -> None:
        self.stdout.write(f"{note}: {done:,}" + (f" of {total:,}" if total else ""))
