"""Every page of a site on which every typed or imported text is an injection."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.hostile_texts import make_hostile
from tests.browser.hostile_visit import HostileVisit
from tests.browser.test_accessibility import address_of, pages_of
from tests.browser.watched import WatchedPage
from tests.people import Cast
from tests.permissions.matrix import ANONYMOUS, ROLES
from tests.permissions.world import arguments_by_address

Visit = Callable[..., WatchedPage]
# Parts of pages that scripts fetch, each shown as a page of its own.
FRAGMENTS = {
    "annotator": ["desk-page", "desk-guidelines", "desk-progress"],
    "manager": ["campaign-highlights-progress", "release-progress", "dataset-import-progress"],
    "administrator": ["corpus-progress"],
}


@pytest.mark.parametrize("role", [role for role in ROLES if pages_of(role)])
def test_no_text_on_a_page_of_a_role_becomes_more_than_text(
    role: str, visit: Visit, cast: Cast
) -> None:
    arguments = arguments_by_address(cast)
    user = None if role == ANONYMOUS else cast.by_role()[role]
    window = visit(user=user)
    # There is no worker.
    window.expect_status(503)
    assert make_hostile() > 100
    looking = HostileVisit(window)
    for name in [*pages_of(role), *FRAGMENTS.get(role, [])]:
        looking.look_at(address_of(name, arguments))
    assert looking.found == []


def test_what_is_not_ours_is_found(visit: Visit, cast: Cast) -> None:
    # Guards the tests that find nothing.
    looking = HostileVisit(visit(user=cast.annotator))
    looking.look_at("/")
    assert looking.found == []
    looking.page.evaluate("document.querySelector('main').setAttribute('data-hostile', 'x')")
    looking.look()
    assert [found.rpartition(": ")[2] for found in looking.found] == ["main data-hostile"]
