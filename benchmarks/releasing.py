"""Releasing 87,000 generated claims with their logs, and importing them again.

Three formats are written at once. Beside the speed stand `json.dumps` over the very same rows, and
the 593 tasks a second that Label Studio's export was measured at.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

from benchmarks.harness import ROOT, Figure

TITLE = "Releasing and importing"
CLAIMS = 87_000
LABEL_STUDIO = 593


def measure(claims: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="touchstone-releasing-") as home:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks._releasing_child", str(claims)],
            cwd=ROOT,
            env={**os.environ, "TOUCHSTONE_HOME": home, "TOUCHSTONE_LOG_LEVEL": "WARNING"},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def run() -> list[Figure]:
    found = measure(int(os.environ.get("TOUCHSTONE_BENCH_CLAIMS", CLAIMS)))
    claims = found["imported_claims"]
    speed = claims / found["written"]
    return [
        Figure("claims", claims),
        Figure("written, claims a second", speed, "1/s", must=5000, aim=15000),
        Figure("the same beside json.dumps over the rows", found["dumped"] / found["written"], "×"),
        Figure("the same beside Label Studio's export", speed / LABEL_STUDIO, "×"),
        Figure("chosen, split and frozen, claims a second", claims / found["frozen"], "1/s"),
        Figure("papers and checks, claims a second", claims / found["checked"], "1/s"),
        Figure("bytes written", found["bytes"] / 1e6, "MB"),
        Figure("peak memory", found["peak"], "MB", must=300, aim=150, less_is_better=True),
        Figure(
            "peak memory with the checks",
            found["peak_checked"],
            "MB",
            must=300,
            less_is_better=True,
        ),
        Figure("imported, claims a second", claims / found["imported"], "1/s", must=2000, aim=6000),
        Figure("peak memory of all", found["import_peak"], "MB", must=300, less_is_better=True),
    ]
