"""Evidence lies within a claim's highlight, elsewhere on its page, or on other pages."""

from __future__ import annotations

import pytest

from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.scopes import ClaimOrigin, scope_of

TABLE = ClaimOrigin("Aare", ["table_1"])
RUN = ClaimOrigin("Aare", ["sentence_4", "sentence_5", "sentence_6", "sentence_7"])


@pytest.mark.parametrize(
    ("origin", "addresses", "scope"),
    [
        (TABLE, ["cell_1_0_2", "header_cell_1_0_0", "table_caption_1"], ["highlight"]),
        (TABLE, ["cell_2_0_0"], ["tables"]),
        (TABLE, ["cell_1_0_0", "sentence_4", "item_0_1"], ["highlight", "sentences", "page"]),
        (RUN, ["sentence_7", "sentence_4"], ["highlight"]),
        (RUN, ["sentence_8"], ["sentences"]),
        (RUN, ["cell_1_0_2", "sentence_4"], ["highlight", "tables"]),
    ],
)
def test_places_on_the_page_of_the_highlight(
    origin: ClaimOrigin, addresses: list[str], scope: list[str]
) -> None:
    assert scope_of([[ElementReference("Aare", address)] for address in addresses], origin) == scope


def test_another_page_is_beyond_everything() -> None:
    sets = [[ElementReference("Reuss", "sentence_4")], [ElementReference("Aare", "sentence_4")]]
    assert scope_of(sets, RUN) == ["highlight", "other_pages"]
    assert scope_of([], RUN) == []


def test_without_a_highlight_nothing_is_said() -> None:
    assert scope_of([[ElementReference("Aare", "sentence_4")]], None) == []
