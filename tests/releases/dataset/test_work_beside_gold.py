"""All work of a campaign with gold, which stands outside releases."""

from __future__ import annotations

from datetime import timedelta

import pytest

from annotation.models import Verification
from releases.storage.folders import folder_of
from tests.annotation.silent_world import make_silent, mixed
from tests.annotation.verifying_world import make_desk, verify
from tests.people import NOW
from tests.releases.world import make_release
from tests.releases.written import lines

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


def test_gold_is_not_among_the_work() -> None:
    desk = make_desk(highlights_written=3, verifiers=2, protocol=mixed())
    make_silent(desk, 4)
    for _ in range(8):
        verify(desk)
    given = Verification.objects.filter(campaign=desk.campaign)
    assert {"gold", "silent", "verify"} <= set(given.values_list("purpose", flat=True))
    release = make_release(desk.campaign, now=NOW + timedelta(days=1))
    written = lines(folder_of(release) / "internal" / "verifications.jsonl")
    assert {line["purpose"] for line in written} == {"verify"}
    assert len(written) == given.filter(purpose="verify").count()
