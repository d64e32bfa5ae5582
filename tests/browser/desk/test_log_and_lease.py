"""The log and the lease of a desk, module by module."""

from __future__ import annotations

import pytest

from annotation.rules.logs.acts import DeskAct
from core.structs import convert
from tests.browser.desk.modules import run_module
from tests.browser.watched import WatchedPage

# Takes two units in JavaScript.
FISH = "\N{FISH}"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("a" * 600, "a" * 500),
        ("a" * 499 + FISH + "b", "a" * 499),
        ("a" * 498 + FISH + "b", "a" * 498 + FISH),
        (FISH * 300, FISH * 250),
        ("Aare", "Aare"),
    ],
)
def test_a_long_text_is_logged_without_a_half_character_at_its_end(
    modules_window: WatchedPage, typed: str, kept: str
) -> None:
    body = 'const log = new m.Log("a"); log.add("searched", { query: given }); return log.acts[0];'
    act = run_module(modules_window, ["log"], body, typed)
    assert act["body"] == {"query": kept}
    assert convert(act, DeskAct).body == {"query": kept}


def test_a_half_character_that_was_typed_is_replaced(modules_window: WatchedPage) -> None:
    body = r'return m.beginningOf("A\uD83Dare \uDC1F");'
    assert run_module(modules_window, ["log"], body) == "A\N{REPLACEMENT CHARACTER}are "


@pytest.mark.parametrize(
    ("lease", "ahead"), [(1440, 10), (120, 10), (60, 5), (24, 2), (10, 2), (4, 2), (2, 1)]
)
def test_the_end_of_a_lease_is_warned_of_in_proportion_to_it(
    modules_window: WatchedPage, lease: int, ahead: int
) -> None:
    body = "return m.warningTime(given * 60000) / 60000;"
    assert run_module(modules_window, ["lease"], body, lease) == ahead
