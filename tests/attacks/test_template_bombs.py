"""Templates that are made to grow or to call each other without end: bounded in time and bytes."""

from __future__ import annotations

import time

import pytest

from wiki.parsing.definitions import plain_definition
from wiki.parsing.feverous import write_feverous
from wiki.parsing.wikitext import parse_wikitext

# The templates of a dump, and the text of a page that uses them.
Bomb = tuple[dict[str, str], str]

WIDE = "{{{1}}}" * 2_000
LABELS = "{{#switch:{{{1}}}|" + "|".join(f"{n:04}" for n in range(3_900)) + "|=x}}"
DEEP = "{{#if:1|" * 38 + "{{{1|x}}}" + "}}" * 38

BOMBS: dict[str, Bomb] = {
    "each calls the next ten times": (
        {f"T{n}": f"{{{{t{n + 1}}}}}" * 10 for n in range(12)} | {"T12": "laughter"},
        "A {{t0}} b.",
    ),
    "arguments that multiply": ({"Wide": WIDE}, "A " + "{{wide|" * 8 + "x" + "}}" * 8 + " b."),
    "long arguments in conditions": (
        {"Ask": "{{#if:{{{1}}}||}}" * 1_000},
        "A {{ask|" + "x" * 100_000 + "}} b. " * 50,
    ),
    "conditions that call": (
        {"Ask": "{{#if:{{ask2}}|a|b}}" * 500, "Ask2": "{{#if:{{ask3}}|a|b}}" * 500, "Ask3": "y"},
        "{{ask|1}} " * 1_000,
    ),
    "many labels": ({"Labels": LABELS}, "A {{labels|none}} b. " * 10_000),
    "many calls": ({"Short": "s"}, "A {{short|1}} b. " * 100_000),
    "defaults in defaults": ({"Deep": "{{{a|" * 4_000 + "x" + "}}}" * 4_000}, "A {{deep|1}} b."),
    "deep markup in deep markup": (
        {f"D{n}": DEEP.replace("x", f"{{{{d{n + 1}|y=1}}}}") for n in range(12)} | {"D12": "end"},
        "A {{d0|y=1}} b.",
    ),
    "braces": ({"Braces": "{" * 9_999 + "}" * 9_999}, "A {{braces|1}} b. " * 1_000),
    "open links": ({"Links": "[[" * 9_000}, "A {{links|1}} b. " * 1_000),
    "redirects in a circle": (
        {"A": "#REDIRECT [[Template:B]]", "B": "#REDIRECT [[Template:A]]"},
        "A {{a|1}} b. " * 10_000,
    ),
    "line breaks": ({"Lines": "\n" * 19_000 + "= x"}, "A {{lines|1}} b. " * 1_000),
    "equals signs": ({"Equal": "x\n" + "=" * 19_000 + "y"}, "A {{equal|1}} b. " * 1_000),
}


@pytest.mark.slow
@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_a_bomb_of_templates_is_parsed_in_bounded_time_and_bytes(bomb: Bomb) -> None:
    templates, text = bomb
    definitions = {title: plain_definition(source) for title, source in templates.items()}
    start = time.process_time()
    page = parse_wikitext("T", text, find_definition=definitions.get)
    size = len(str(write_feverous(page.document)))
    # A page may take 30 s before its worker is ended.
    assert time.process_time() - start < 15
    assert size < 12_000_000


def test_a_page_of_many_templates_is_cut_off_with_a_note() -> None:
    page = parse_wikitext("T", "A {{short|1}} b. " * 30_000, find_definition={"Short": "s"}.get)
    assert page.unknown_templates == {"short": 10_000}
    assert page.notes == ("truncated: templates of the dump beyond the limit are not expanded",)
