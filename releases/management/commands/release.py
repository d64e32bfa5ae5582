"""`manage.py release CAMPAIGN --out DIR`: build a release of a campaign into a folder."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone
from msgspec.structs import replace

from campaigns.management.named_campaigns import named_campaign
from campaigns.models import Campaign
from core.commands import DatabaseCommand
from jobs.foreground import progress_printer, run_to_end
from jobs.models import JobState
from jobs.runs import LocalRun
from releases.check import official
from releases.dataset.rules.choices import Choices, Compression, IncludedPages
from releases.dataset.rules.splits import RequestedPart
from releases.formats import FORMATS
from releases.messages import refusal_text
from releases.models import Release
from releases.selectors.precedents import suggested_choices
from releases.services import building, releases
from releases.storage.folders import MANIFEST, folder_of


class Command(DatabaseCommand):
    help = (
        "Build a release of a campaign: claims in parts and formats, pages, papers, all checked."
        " With --version-number, an old release is written again, and compared byte for byte."
    )
    when_stopped = "A new release can go on from its page; an old one is written from the start."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", metavar="CAMPAIGN", help="its name or its public id")
        parser.add_argument(
            "--out", type=Path, required=True, metavar="DIR", help="a folder that is new or empty"
        )
        parser.add_argument("--version-number", type=int, metavar="N", help="a release that exists")
        parser.add_argument("--format", action="append", choices=sorted(FORMATS), dest="formats")
        parser.add_argument("--compression", choices=[kind.value for kind in Compression])
        parser.add_argument("--pages", choices=[pages.value for pages in IncludedPages])
        parser.add_argument(
            "--part",
            action="append",
            default=[],
            metavar="NAME=SIZE",
            dest="parts",
            help="below 1 a share of the claims, otherwise a number; the first part takes the rest",
        )
        parser.add_argument(
            "--balanced",
            action="append",
            metavar="PART",
            help="as many claims of each verdict, if it can be; those not named are not balanced",
        )
        parser.add_argument(
            "--withhold", action="append", default=[], metavar="PART", help="publish no labels"
        )
        parser.add_argument(
            "--with-labels",
            action="append",
            default=[],
            metavar="PART",
            help="publish labels that an earlier release withheld",
        )
        parser.add_argument("--note", default="", help="what is new in it")
        parser.add_argument(
            "--check-official",
            action="store_true",
            help="refuse where the studies' own tools are not installed to check it with",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["out"]
        _require_room(folder)
        campaign = named_campaign(options["campaign"])
        if options["version_number"]:
            release = self._old(campaign, options["version_number"])
            choices = release.requested
        else:
            release = None
            choices = self._choices(campaign, options)
        if options["check_official"]:
            self._require_tools(choices.formats)
        listen = progress_printer(self.stdout) if options["verbosity"] > 1 else None
        if release is None:
            release = self._build(campaign, choices, options["note"], listen)
            shutil.copytree(folder_of(release), folder, dirs_exist_ok=True)
        else:
            self._write_again(release, folder, LocalRun(listen=listen))
        self._report(release)
        if options["check_official"] and not release.checked_with:
            raise CommandError("The official tools are installed, but cannot be loaded.")

    def _old(self, campaign: Campaign, version: int) -> Release:
        ready = Release.objects.filter(campaign=campaign, state=Release.State.READY)
        release = ready.filter(version=version).select_related("campaign__corpus").first()
        if release is None:
            raise CommandError(f"There is no release {version} to write.")
        return release

    def _build(self, campaign: Campaign, choices: Choices, note: str, listen: Any) -> Release:
        """Build a release by a job, as on screen, that runs in this process."""
        try:
            release = releases.request_release(
                campaign=campaign, choices=choices, note=note, by=None, now=timezone.now()
            )
        except releases.ChoicesRefusedError as error:
            raise CommandError(refusal_text(error.refusal)) from error
        except releases.BeingBuiltError as error:
            raise CommandError("A release of this campaign is already being built.") from error
        assert release.job is not None
        job = run_to_end(release.job, listen=listen)
        if job.state != JobState.SUCCEEDED:
            raise CommandError(job.error or "The build was stopped. Nothing was published.")
        release.refresh_from_db()
        return release

    def _write_again(self, release: Release, folder: Path, run: LocalRun) -> None:
        try:
            manifest = building.build_release(release=release, folder=folder, run=run)
        except building.BuildError as error:
            raise CommandError(refusal_text(error.refusal)) from error
        differing = _differing(release.manifest or {}, json.loads(json.dumps(manifest)))
        if differing:
            raise CommandError(
                f"Release {release.version} was written again, but not as it was offered:"
                f" {', '.join(differing)}."
            )

    def _report(self, release: Release) -> None:
        manifest = release.manifest
        assert manifest is not None
        counts = ", ".join(f"{n:,} {part}" for part, n in manifest["counts"]["by_part"].items())
        self.stdout.write(
            f"Release {release.version} of “{release.campaign.name}”:"
            f" {manifest['counts']['claims']:,} claims ({counts})"
            f" in {len(manifest['files'])} files."
        )
        for tool in release.checked_with:
            self.stdout.write(f"  also checked with {tool}")
        for reason, count in manifest["left_out"].items():
            self.stdout.write(f"  left out, {reason.replace('_', ' ')}: {count:,}")

    def _require_tools(self, names: tuple[str, ...]) -> None:
        for tool in official.tools_of(names):
            if official.version_of(tool) is None:
                raise CommandError(
                    f"{tool.package} is not installed here: see requirements-official.txt."
                )

    def _choices(self, campaign: Campaign, options: dict[str, Any]) -> Choices:
        choices = suggested_choices(campaign)
        if options["formats"]:
            choices = replace(choices, formats=tuple(options["formats"]))
        if options["compression"]:
            choices = replace(choices, compression=Compression(options["compression"]))
        if options["pages"]:
            choices = replace(choices, pages=IncludedPages(options["pages"]))
        withheld = dict.fromkeys((*choices.withheld, *options["withhold"]))
        return replace(
            choices,
            parts=_parts(choices.parts, options["parts"], options["balanced"]),
            withheld=tuple(name for name in withheld if name not in options["with_labels"]),
        )


def _require_room(folder: Path) -> None:
    """Refuse a folder that cannot be filled, before hours are spent on its files."""
    nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK):
        raise CommandError(f"{folder} is no folder in which one can write.")
    if nearest == folder and any(folder.iterdir()):
        raise CommandError(f"{folder} is not empty.")


def _parts(
    suggested: Sequence[RequestedPart], sizes: Sequence[str], balanced: Sequence[str] | None
) -> tuple[RequestedPart, ...]:
    """Return the suggested parts with the sizes that are given, and further parts with theirs."""
    parts = {part.name: part for part in suggested}
    for text in sizes:
        name, _, size = text.partition("=")
        if name == suggested[0].name:
            raise CommandError(f"“{name}” takes what the other parts leave.")
        before = parts.get(name, RequestedPart(name))
        parts[name] = RequestedPart(name, **_size(text, size), balanced=before.balanced)
    if balanced is not None:
        unknown = set(balanced) - parts.keys()
        if unknown:
            raise CommandError(f"There is no part “{unknown.pop()}”.")
        parts = {name: replace(part, balanced=name in balanced) for name, part in parts.items()}
    return tuple(parts.values())


def _size(text: str, size: str) -> dict[str, Any]:
    try:
        number = Fraction(size)
    except (ValueError, ZeroDivisionError):
        raise CommandError(f"“{text}” is not NAME=SIZE, as in dev=.1 or dev=500.") from None
    if number < 1:
        return {"share": number}
    if number.denominator != 1:
        raise CommandError(f"“{text}”: there is no half claim.")
    return {"size": int(number)}


def _differing(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return the files that changed; the manifest, where nothing else did."""
    old, new = (
        {file["path"]: file for file in manifest.get("files", ())} for manifest in (before, now)
    )
    paths = [path for path in sorted(old.keys() | new.keys()) if old.get(path) != new.get(path)]
    return paths or [MANIFEST] * (before != now)
