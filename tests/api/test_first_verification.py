"""The first verification of the guide: its lines, as a person types them into a shell."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

import search
from accounts.services import tokens
from annotation.models import Verification
from core.api.scopes import Scope
from tests import servers
from tests.annotation.verifying_world import PAGE, make_desk

pytestmark = [pytest.mark.django_db(transaction=True)]

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "api.md"


def lines_of_the_guide() -> list[str]:
    """Return the lines under “A first verification”."""
    text = GUIDE.read_text(encoding="utf-8")
    section = text.partition("## A first verification\n")[2].partition("\n## ")[0]
    return [line.strip() for line in section.splitlines() if line.startswith("    ")]


def test_a_first_verification_takes_ten_lines_of_curl(
    live_server: LiveServer, settings: Settings, tmp_path: Path
) -> None:
    for program in ("bash", "curl", "jq"):
        if shutil.which(program) is None:
            servers.refuse(f"{program} is not installed")
    settings.SEARCH_FOLDER = tmp_path / "index"
    desk = make_desk(verifiers=1)
    assert desk.campaign.corpus is not None
    search.rebuild_index(corpus=desk.campaign.corpus)
    token = tokens.make_api_token(
        person=desk.verifier, name="curl", now=timezone.now(), scopes=[Scope.ANNOTATE]
    ).secret
    lines = lines_of_the_guide()
    assert 0 < len(lines) <= 10
    # The guide is about the river Aare; this world has other pages, and a site of its own.
    script = "\n".join(lines).replace("http://127.0.0.1:8000", live_server.url)
    script = script.replace("tst_…", token).replace("river Aare", PAGE)
    script = script.replace("/pages/Aare", f"/pages/{PAGE.replace(' ', '%20')}")
    script = script.replace('"Aare"', f'"{PAGE}"')
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        env={**os.environ, "CAMPAIGN": str(desk.campaign.public_id), "NO_PROXY": "*"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    stored = Verification.objects.get()
    said = done.stdout
    assert f"{desk.campaign.public_id} {desk.campaign.name}" in said
    assert stored.claim.text in said
    assert re.search(rf"^{PAGE}$", said, re.M)
    assert "sentence_1 " in said
    assert f'"id":"{stored.public_id}"' in said
    assert stored.verdict == "supported"
