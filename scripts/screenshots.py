"""The screenshots of the documentation, taken from a demo site of their own.

.venv/bin/python -m scripts.screenshots            all
.venv/bin/python -m scripts.screenshots quality    those of one tour, or of several

The demo is set up in a temporary folder, which is deleted at the end.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import django
from playwright.sync_api import Browser

from scripts import (
    assisted_tour,
    candidate_tour,
    managing_tour,
    quality_tour,
    releasing_tour,
    verifying_tour,
    writing_tour,
)
from scripts.camera import Camera, open_window
from tests.config.programs import environment_of, eventually, get
from tests.servers import free_port
from tests.servers.browser import chromium

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Tour:
    """A person's way through the site. The tours that it needs come first, without pictures."""

    user: str
    walk: Callable[[Camera], None]
    needs: tuple[str, ...] = ()


# In this order: the desks come first, while their users have no other tasks.
TOURS = {
    "reading": Tour("annotator", writing_tour.read),
    "writing": Tour("annotator", writing_tour.walk),
    "verifying": Tour("annotator2", verifying_tour.walk, needs=("writing",)),
    "reports": Tour("manager", verifying_tour.look_as_manager, needs=("writing", "verifying")),
    "setup": Tour("manager", managing_tour.set_up),
    "assistance": Tour("manager", assisted_tour.turn_on),
    "assisted": Tour("annotator", assisted_tour.walk, needs=("assistance",)),
    "asking": Tour("annotator2", managing_tour.ask),
    "managing": Tour("manager", managing_tour.watch, needs=("assistance", "assisted", "asking")),
    "quality": Tour("manager", quality_tour.measure),
    "judging": Tour("manager", quality_tour.judge),
    "calibration": Tour("manager", quality_tour.calibrate),
    "screening": Tour("candidate-at-screening", candidate_tour.be_screened),
    "feedback": Tour("candidate-reading", candidate_tour.read_feedback),
    "releases": Tour("researcher", releasing_tour.walk),
}


@contextmanager
def demo_site() -> Iterator[str]:
    """Start a new demo site, and wait until its background work is done."""
    with tempfile.TemporaryDirectory() as folder:
        home, port = Path(folder) / "home", free_port()
        environment = environment_of(home)
        command = [sys.executable, "manage.py", "start", "--demo", "--port", str(port)]
        with (Path(folder) / "log").open("w") as log:
            running = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            site = f"http://127.0.0.1:{port}"
            eventually(lambda: _answers(site), what="the demo site")
            os.environ.update(environment, DJANGO_SETTINGS_MODULE="config.settings.embedded")
            django.setup()
            # As long as it takes: other programs may need the machine.
            while not _is_simulated():
                time.sleep(1)
            _let_candidates_in()
            yield site
        finally:
            running.terminate()
            running.wait()


def _answers(site: str) -> bool:
    try:
        return get(f"{site}/healthz")[0] == 200
    except OSError:
        return False


def _is_simulated() -> bool:
    from jobs.models import Job
    from quality.models import QualityReport

    ended = QualityReport.objects.exclude(finished_at=None).count()
    waiting = Job.objects.filter(state__in=(Job.State.QUEUED, Job.State.RUNNING))
    return ended > 0 and not waiting.exists()


def _let_candidates_in() -> None:
    """Give the simulated candidates a password: nobody logs in as them otherwise."""
    from accounts.demo_people import PASSWORD
    from accounts.models import User

    for candidate in User.objects.filter(username__startswith="candidate-"):
        candidate.set_password(PASSWORD)
        candidate.is_active = True
        candidate.save(update_fields=["password", "is_active"])


def take(browser: Browser, site: str, wanted: set[str]) -> None:
    needed = wanted.union(*(TOURS[name].needs for name in wanted))
    for name, tour in TOURS.items():
        if name in needed:
            sys.stderr.write(f"{name}\n")
            camera = open_window(browser, site, tour.user, is_loaded=name in wanted)
            tour.walk(camera)
            camera.page.context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tours", nargs="*", metavar="TOUR", help=", ".join(TOURS))
    wanted = set(parser.parse_args().tours) or set(TOURS)
    if unknown := wanted - set(TOURS):
        parser.error(f"There is no tour {min(unknown)}. Choose from: {', '.join(TOURS)}.")
    with demo_site() as site, chromium() as browser:
        take(browser, site, wanted)


if __name__ == "__main__":
    main()
