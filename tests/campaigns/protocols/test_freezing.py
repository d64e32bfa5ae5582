"""A campaign's protocol is plain data with the manager's numbers, and stays what it was."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from campaigns.protocols import registry
from campaigns.protocols.freezing import freeze, thaw
from campaigns.protocols.needs import ProtocolError
from campaigns.protocols.numbers import Given, numbers, with_numbers
from campaigns.protocols.protocol import Protocol
from tests.campaigns.protocols.designs import RUMOURS, SYMMETRIC, TABFACT
from tests.campaigns.protocols.regenerate import frozen_text, golden_file

FEVEROUS = registry.get("feverous")
ALL = [*registry.PROTOCOLS.values(), RUMOURS, TABFACT, SYMMETRIC]
by_name = pytest.mark.parametrize("protocol", ALL, ids=lambda protocol: protocol.name)

NEGATION = "factors.mutation.values.negation.share"
PARAPHRASING = "factors.mutation.values.paraphrasing.share"


@by_name
def test_freezing_and_thawing_gives_the_same(protocol: Protocol) -> None:
    assert thaw(json.loads(json.dumps(freeze(protocol)))) == protocol


@pytest.mark.parametrize("name", registry.PROTOCOLS)
def test_what_campaigns_have_stored_is_read_as_before(name: str) -> None:
    stored = golden_file(name).read_text(encoding="utf-8")
    assert frozen_text(name) == stored
    assert thaw(json.loads(stored)) == registry.get(name)


@by_name
def test_what_is_frozen_is_plain_json_without_floats(protocol: Protocol) -> None:
    def kinds(data: object) -> set[type]:
        if isinstance(data, dict):
            return set().union(*map(kinds, data.values()))
        if isinstance(data, list):
            return set().union(*map(kinds, data))
        return {type(data)}

    assert kinds(freeze(protocol)) <= {str, int, bool, type(None)}


def test_overrides_are_kept_beside_what_they_made() -> None:
    frozen = freeze(FEVEROUS, {NEGATION: "0.2", PARAPHRASING: Fraction(1, 5)})
    assert frozen["overrides"] == {NEGATION: "0.2", PARAPHRASING: "1/5"}
    assert thaw(frozen).decks()["mutation"]["negation"] == Fraction(1, 5)
    assert FEVEROUS.decks()["mutation"]["negation"] == Fraction(3, 10)


def test_a_manager_can_change_these_numbers() -> None:
    found = {number.path: number for number in numbers(FEVEROUS)}
    assert len(found) == 53
    rows = found["sources.table.most_rows"]
    assert (rows.label, rows.about, rows.default, rows.least, rows.most, rows.group) == (
        "Most rows of a table", "Table", 50, 1, 1000, None
    )  # fmt: skip
    negation = found[NEGATION]
    assert (negation.about, negation.default, negation.least, negation.most, negation.group) == (
        "Mutation › Negation", Fraction(3, 10), 0, 1, "factors.mutation.values"
    )  # fmt: skip
    assert negation.is_share and not rows.is_share


@by_name
def test_defaults_given_again_change_nothing(protocol: Protocol) -> None:
    assert with_numbers(protocol, {one.path: one.default for one in numbers(protocol)}) == protocol


@by_name
def test_the_shares_of_a_group_add_up_to_one(protocol: Protocol) -> None:
    groups: dict[str, Fraction] = {}
    for number in numbers(protocol):
        if number.group:
            groups[number.group] = groups.get(number.group, Fraction(0)) + number.default
    assert set(groups.values()) <= {Fraction(1)}


def test_a_share_that_stands_alone_is_not_a_number_to_change() -> None:
    paths = [number.path for number in numbers(registry.get("fever"))]
    assert "sources.sentence.share" not in paths


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {NEGATION: "0.5"},
            "Factor “mutation”: the shares add up to 6/5, not to 1.",
        ),
        ({"sources.table.colour": 1}, "No such number: sources.table.colour."),
        (
            {"sources.table.most_rows": 0},
            "sources.table.most_rows: 0 is not from 1 to 1000.",
        ),
        (
            {"sources.table.most_rows": "4.5"},
            "sources.table.most_rows: '4.5' is not a whole number.",
        ),
        (
            {"sources.table.most_rows": "many"},
            "sources.table.most_rows: 'many' is not a number.",
        ),
        (
            {"redundancy.duplicates": "1/0"},
            "redundancy.duplicates: '1/0' is not a number.",
        ),
        (
            {"redundancy.duplicates": 0.1},
            "redundancy.duplicates: 0.1 is not exact; write a fraction such as 1/3 or a decimal "
            "in quotes.",
        ),
        (
            {"sources.table.least_rows": 60},
            "Source “table”: the fewest rows are more than the most.",
        ),
    ],
)
def test_numbers_that_cannot_be_are_refused(changes: dict[str, Given], message: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        freeze(FEVEROUS, changes)
    assert str(caught.value) == message


def broken(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    frozen = copy.deepcopy(freeze(FEVEROUS))
    change(frozen)
    return frozen


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda f: f.update(format=99), "A frozen protocol of format 99 is not known."),
        (
            lambda f: f["protocol"].update(colour="red"),
            "Protocol: Object contains unknown field `colour`.",
        ),
        (
            lambda f: f["protocol"].pop("verdicts"),
            "Protocol: Object missing required field `verdicts`.",
        ),
        (
            lambda f: f["protocol"]["sources"][0].update(kind="song"),
            "Protocol.sources[0].kind: Invalid enum value 'song'.",
        ),
        (
            lambda f: f["protocol"]["sources"][0].update(share="a third"),
            "Protocol.sources[0].share: Expected a fraction such as \"1/3\", got 'a third'.",
        ),
        (
            lambda f: f["protocol"]["sources"][0].update(sentences=True),
            "Protocol.sources[0].sentences: Expected `int | null`, got `bool`.",
        ),
        (
            lambda f: f["protocol"].update(sources="none"),
            "Protocol.sources: Expected `array`, got `str`.",
        ),
        (lambda f: f.update(protocol=None), "Protocol: Expected `object`, got `null`."),
        (
            lambda f: f["protocol"]["sources"][0].update(share="1/0"),
            "Protocol.sources[0].share: Expected a fraction such as \"1/3\", got '1/0'.",
        ),
        (
            lambda f: f["protocol"]["sources"][0].update(name="A Table"),
            "Source “A Table”: a name is lower-case letters, digits and underscores.",
        ),
    ],
)
def test_frozen_data_that_does_not_fit_is_refused(
    change: Callable[[dict[str, Any]], object], message: str
) -> None:
    with pytest.raises(ProtocolError) as caught:
        thaw(broken(change))
    assert str(caught.value) == message
