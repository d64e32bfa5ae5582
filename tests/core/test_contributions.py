"""Contributions of apps to those below them, loaded when one is first asked for."""

from __future__ import annotations

import subprocess
import sys

ASKED = """
import sys
import django
django.setup()
apps = "releases", "quality", "annotation", "campaigns", "wiki"
names = [f"{app}.contributions" for app in apps]
print(*(name for name in names if name in sys.modules))
from campaigns.models import Campaign
from core.contents import owned_rows
tables = [rows.model._meta.label for rows in owned_rows(Campaign)]
print(*(name for name in names if name not in sys.modules))
print(tables.index("releases.Release") < tables.index("annotation.Claim"))
print(tables.index("annotation.Claim") < tables.index("campaigns.Membership"))
"""


def test_contributions_are_loaded_when_one_is_asked_for_those_of_apps_above_first() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", ASKED], capture_output=True, text=True, check=True
    )
    assert answer.stdout.splitlines() == ["", "", "True", "True"]
