"""The memory of a web process before and after its first check of a claim.

The site is the one that `_verifier_child` has made, with its model.
"""

from __future__ import annotations

import gc
from pathlib import Path

from django.core.management import call_command
from django.test import Client

from wiki.services.demo import find_demo_corpus

CLAIMS = ("The Aare is longer than the Reuss.", "There are 3 bridges.", "It opened in 1901.")


def measure() -> dict[str, float]:
    """Return the resident memory in megabytes, and what the model adds."""
    # A process that has answered requests: addresses, templates and the search are loaded.
    call_command("collectstatic", interactive=False, verbosity=0)
    client = Client(SERVER_NAME="localhost")
    for address in ("/log-in/", "/healthz"):
        if client.get(address).status_code != 200:
            raise RuntimeError(f"{address} does not answer.")
    corpus = find_demo_corpus()
    assert corpus is not None
    before = _resident()
    from assist.selectors.checking import check_claim

    for claim in CLAIMS:
        check_claim(corpus=corpus, claim=claim)
    gc.collect()
    return {"before": before, "on_top": _resident() - before}


def _resident() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1000
    raise RuntimeError("The system does not tell the memory of a process.")
