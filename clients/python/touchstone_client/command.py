"""The command `touchstone`: the common things in a shell."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, TextIO

import httpx

from touchstone_client.answers import Job
from touchstone_client.client import Touchstone
from touchstone_client.errors import TouchstoneError
from touchstone_client.progress import ProgressBar


def main(
    arguments: Sequence[str] | None = None,
    *,
    output: TextIO | None = None,
    errors: TextIO | None = None,
    transport: httpx.BaseTransport | None = None,
) -> int:
    """Run the command and return its exit status."""
    output, errors = output or sys.stdout, errors or sys.stderr
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if not (chosen.site and chosen.token):
        errors.write("Set TOUCHSTONE_SITE and TOUCHSTONE_TOKEN, or give --site and --token.\n")
        return 2
    try:
        with Touchstone(chosen.site, chosen.token, transport=transport) as touchstone:
            answer, status = _run(touchstone, chosen, errors)
    except (TouchstoneError, httpx.HTTPError, httpx.InvalidURL) as error:
        errors.write(f"{error}\n")
        return 1
    except (OSError, ValueError) as error:
        errors.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        errors.write("Stopped.\n")
        return 130
    output.write(json.dumps(answer, ensure_ascii=False, indent=2) + "\n")
    return status


def _run(touchstone: Touchstone, chosen: Any, errors: TextIO) -> tuple[Any, int]:
    match chosen.command:
        case "campaigns":
            return [asdict(campaign) for campaign in touchstone.campaigns()], 0
        case "take":
            return asdict(touchstone.take(chosen.campaign)), 0
        case "search":
            hits = touchstone.search(chosen.corpus, " ".join(chosen.words))
            return [hit.title for hit in hits], 0
        case "page":
            return dict(touchstone.page(chosen.corpus, chosen.title)), 0
        case "submit":
            judgement = _judgement_in(chosen.file)
            return asdict(touchstone.submit(chosen.attempt, judgement)), 0
        case "skip":
            touchstone.skip(chosen.attempt, chosen.reason, chosen.text)
            return {"attempt": chosen.attempt, "outcome": "skipped"}, 0
        case "job":
            return _follow(touchstone, chosen.job, errors)
        case "releases":
            return [asdict(release) for release in touchstone.releases(chosen.campaign)], 0
        case _:
            return _download(touchstone, chosen, errors), 0


def _follow(touchstone: Touchstone, job: str, errors: TextIO) -> tuple[Any, int]:
    bar = ProgressBar(errors)

    def show(now: Job) -> None:
        bar.show(now.progress_done, now.progress_total, now.progress_note or now.sentence)

    ended = touchstone.follow_job(job, show)
    bar.end()
    return asdict(ended), 0 if ended.has_succeeded else 1


def _download(touchstone: Touchstone, chosen: Any, errors: TextIO) -> Any:
    bar = ProgressBar(errors)
    release = touchstone.download_release(
        chosen.campaign, chosen.version, chosen.folder, lambda done, total: bar.show(done, total)
    )
    bar.end()
    return {"folder": chosen.folder, "files": [file.path for file in release.files]}


def _judgement_in(path: str) -> dict[str, Any]:
    if path == "-":
        judgement = json.load(sys.stdin)
    else:
        with open(path, encoding="utf-8") as file:
            judgement = json.load(file)
    if not isinstance(judgement, dict):
        raise ValueError(f"{path} has no JSON object.")
    return judgement


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="touchstone", description=__doc__)
    site, token = os.environ.get("TOUCHSTONE_SITE"), os.environ.get("TOUCHSTONE_TOKEN")
    parser.add_argument("--site", default=site, help="address of the site (TOUCHSTONE_SITE)")
    parser.add_argument("--token", default=token, help="your API token (TOUCHSTONE_TOKEN)")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("campaigns", help="list your campaigns")
    take = commands.add_parser("take", help="take a claim to verify")
    take.add_argument("campaign")
    search = commands.add_parser("search", help="find pages of a corpus")
    search.add_argument("corpus")
    search.add_argument("words", nargs="+")
    page = commands.add_parser("page", help="read a page")
    page.add_argument("corpus")
    page.add_argument("title")
    submit = commands.add_parser("submit", help="confirm and submit a judgement")
    submit.add_argument("attempt")
    submit.add_argument("file", help="a JSON file, or - for standard input")
    skip = commands.add_parser("skip", help="skip a claim")
    skip.add_argument("attempt")
    skip.add_argument("reason")
    skip.add_argument("--text", default="")
    job = commands.add_parser("job", help="follow a job until it ends")
    job.add_argument("job")
    releases = commands.add_parser("releases", help="list the releases of a campaign")
    releases.add_argument("campaign")
    download = commands.add_parser("download", help="download a release into a folder")
    download.add_argument("campaign")
    download.add_argument("version", type=int)
    download.add_argument("folder")
    return parser


if __name__ == "__main__":
    sys.exit(main())
