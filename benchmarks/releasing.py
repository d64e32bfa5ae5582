"""Releasing 87,000 generated claims with their logs, and importing them again.

Three formats are written at once: FEVEROUS', public, and internal with all acts. "Written" is all
of it: reading rows, logs and pages, telling contexts and times, JSON, checksums and statistics.
Beside the speed stand `json.dumps` over the very same rows, and the export of Label Studio: in the
same run where it is installed, else as it was measured before (5,000 tasks with one annotation
each, version 1.23.2). Its tasks have no logs, no evidence and no pages. "Imported" is until every
claim is stored; whoever waits for it also waits for its release, in three formats and checked.

What is generated is kinder than life in some ways: claims of a page follow one another, pages have
8 kB and one table, logs 12 acts (of which 2 are the server's). Acts of twenty people arrive mixed.
"""

from __future__ import annotations

import os

from benchmarks import _label_studio
from benchmarks._child import run_in_child
from benchmarks.harness import Figure

TITLE = "Releasing and importing"
CLAIMS = 87_000
# Tasks a second, where it cannot be measured in the same run.
LABEL_STUDIO = 593
LABEL_STUDIO_TASKS = 5_000


def _label_studio_export() -> float:
    if not _label_studio.is_installed():
        return LABEL_STUDIO
    return _label_studio.measure_export(tasks=LABEL_STUDIO_TASKS)


def run() -> list[Figure]:
    found = run_in_child("_releasing_child", int(os.environ.get("TOUCHSTONE_BENCH_CLAIMS", CLAIMS)))
    claims = found["imported_claims"]
    speed = claims / found["written"]
    theirs = _label_studio_export()
    return [
        Figure("claims", claims),
        Figure("written, claims a second", speed, "1/s", must=5000, aim=15000),
        Figure("the same beside json.dumps over the rows", found["dumped"] / found["written"], "×"),
        Figure("Label Studio's export, tasks a second", theirs, "1/s"),
        Figure("ours beside it", speed / theirs, "×"),
        Figure("written, claims a second of processor time", claims / found["used"], "1/s"),
        Figure("load average", found["load"]),
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
        Figure(
            "imported with its release built, claims a second",
            claims / found["imported_and_built"],
            "1/s",
        ),
        Figure("peak memory of all", found["import_peak"], "MB", must=300, less_is_better=True),
    ]
