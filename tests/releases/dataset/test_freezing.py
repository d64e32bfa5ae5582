"""Locks of verifications by a release."""

from __future__ import annotations

import pytest

from annotation.models import Verification
from tests.annotation.silent_world import make_silent, mixed
from tests.annotation.verifying_world import make_desk, verify
from tests.annotation.world import later
from tests.releases.world import make_release

pytestmark = pytest.mark.django_db


def test_a_release_ends_the_time_to_correct_for_silent_gold_as_for_what_it_uses() -> None:
    desk = make_desk(highlights_written=3, verifiers=2, protocol=mixed())
    make_silent(desk, 4)
    for _ in range(8):
        verify(desk)
    # Submitted later than all that the release uses: still to be corrected, whatever it is.
    last = Verification.objects.filter(purpose="silent").order_by("-pk")[0]
    Verification.objects.filter(pk=last.pk).update(submitted_at=later(1))
    make_release(desk.campaign)
    mine = Verification.objects.filter(annotator=desk.verifier)
    locked = set(mine.filter(locked_by="released").values_list("purpose", flat=True))
    assert locked == {"verify", "silent"}
    assert list(mine.filter(locked_by="")) == [last]
