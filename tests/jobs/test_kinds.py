"""The kinds of jobs are loaded when one is asked for, not whenever Django starts."""

from __future__ import annotations

import subprocess
import sys

STARTED = """
import sys
import django
django.setup()
heavy = ["mwparserfromhell", "lxml", "numpy", "tantivy", "sklearn", "celery", "gunicorn",
    "search.analysis", "annotation.views", "releases.formats"]
print(*(name for name in heavy if name in sys.modules), sep=",")
from jobs.kinds import get_kind
print(get_kind("wiki.seal_corpus").attempts, "mwparserfromhell" in sys.modules)
"""


def test_commands_that_ask_for_no_kind_import_no_handler() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", STARTED], capture_output=True, text=True, check=True
    )
    assert answer.stdout.splitlines() == ["", "3 True"]
