"""One import, measured. The database is chosen by the environment, as for any command."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any


def peak_memory(process: int | str) -> int:
    """Return the kB that the kernel counts; `resource` would include the parent's at the fork."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in status.splitlines() if "VmHWM" in line), 0)


def workers_of_this() -> list[str]:
    lists = Path("/proc/self/task").glob("*/children")
    return [number for path in lists for number in path.read_text().split()]


def measure(dump: str, workers: int) -> dict[str, Any]:
    path = Path(dump)
    from django.db.models import Sum
    from django.utils import timezone

    from wiki.dump import open_bounded_dump
    from wiki.models import PageContent
    from wiki.services import corpora, import_run, imports

    now = timezone.now()
    corpus = corpora.create_corpus(
        name=f"Benchmark {time.time_ns()}",
        source_name="",
        source_url="",
        licence="",
        now=now,
        by=None,
    )
    opened = open_bounded_dump(path)
    source = imports.begin_import(
        corpus=corpus, dump=opened, options=imports.ImportOptions(), now=now, by=None
    )
    writes: list[float] = []
    waits: list[float] = []
    worker_kb = 0

    @contextmanager
    def timed() -> Iterator[None]:
        nonlocal worker_kb
        worker_kb = max(worker_kb, *map(peak_memory, workers_of_this()), 0)
        started, cpu = time.monotonic(), time.process_time()
        yield
        writes.append(time.monotonic() - started)
        waits.append(writes[-1] - (time.process_time() - cpu))

    started, cpu = time.monotonic(), time.process_time()
    totals = import_run.run_import(
        source=source,
        dump=opened,
        clock=timezone.now,
        settings=import_run.ImportSettings(workers=workers, step=timed),
    )
    seconds = time.monotonic() - started
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "state": source.state,
        "seconds": seconds,
        "pages": totals.pages,
        "put_aside": totals.failed,
        "lossy": totals.lossy,
        # What only the importer can do: its computing, and waiting for the database. Of
        # the waits the lower quartile, since on a busy machine most are for a core.
        "serial": time.process_time() - cpu + quantiles(waits)[0] * len(waits),
        "parallel": children.ru_utime + children.ru_stime,
        "writes": sorted(writes),
        "importer_kb": peak_memory("self"),
        "worker_kb": worker_kb,
        "documents": PageContent.objects.aggregate(n=Sum("size"))["n"],
        "stored": sum(
            len(bytes(document))
            for document in PageContent.objects.values_list("document", flat=True).iterator()
        ),
    }
