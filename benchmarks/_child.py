"""Measuring in a process of its own, on a fresh site: the one runner of all benchmarks.

`run_in_child("_sampling_child", 1000, 10)` starts this module as a program. It sets Django up,
migrates an empty database, calls `measure(1000, 10)` of the named module and hands back what that
returns. Arguments and result travel as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from benchmarks.harness import ROOT


def run_in_child(
    module: str,
    *arguments: object,
    environment: Mapping[str, str] | None = None,
    shows_progress: bool = False,
) -> Any:
    """Return what `measure` of a module of this package returns in a fresh process.

    Unless the environment names a home folder, the child has one for itself. A child that takes
    long may show its progress on the error stream.
    """
    with tempfile.TemporaryDirectory(prefix="touchstone-bench-") as home:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks._child", module, json.dumps(arguments)],
            cwd=ROOT,
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
                "TOUCHSTONE_LOG_LEVEL": "WARNING",
                "TOUCHSTONE_HOME": home,
                **(environment or {}),
            },
            stdout=subprocess.PIPE,
            stderr=None if shows_progress else subprocess.PIPE,
            text=True,
            check=False,
        )
    if done.returncode != 0:
        raise RuntimeError(done.stderr or f"{module} ended with exit code {done.returncode}.")
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    module, arguments = sys.argv[1], json.loads(sys.argv[2])
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    print(json.dumps(import_module(f"benchmarks.{module}").measure(*arguments)))


if __name__ == "__main__":
    main()
