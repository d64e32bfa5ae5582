"""Plain templates of the dump itself: expanded within limits, so that nothing is lost."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from wiki.parsing.definitions import plain_definition
from wiki.parsing.elements import Sentence
from wiki.parsing.limits import DEFAULT_LIMITS, Limits
from wiki.parsing.page import ParsedPage
from wiki.parsing.wikitext import parse_wikitext

TEMPLATES = {
    "Mdashb": "&nbsp;&mdash; <noinclude>{{documentation}}</noinclude>",
    "Railgauge": (
        "{{#switch:{{{1|}}}|sg|1435mm=1,435&nbsp;mm|4ft=1,219 mm|#default={{{1}}} gauge}}"
        "{{#if:{{{lk|}}}|&#32;([[Track gauge|gauge]])}}"
    ),
    "Sep": "<includeonly>&nbsp;· </includeonly><noinclude>A separator.</noinclude>",
    "Zzz begin": '<span class="nowrap">',
    "Zzz end": "</span>",
    "Greeting": "Hello, {{{name|{{{1|stranger}}}}}}!",
    "Same": "{{#ifeq:{{{1}}}|{{{2}}}|equal|different}}",
    "Alias": "#REDIRECT [[Template:Greeting]]",
    "Circle": "#REDIRECT [[Template:Circle]]",
    "Loop": "before {{loop}} after",
    "Ping": "{{pong}}",
    "Pong": "{{ping}}",
    "Nested": "<{{greeting|name={{{1}}}}}>",
    "Bomb": "{{{1}}}" * 100,
    "Only": "left out<onlyinclude>kept</onlyinclude>left out",
    "Zz empty": "{{#if:{{zz inside}}|wrong|right}}",
    "Zz inside": "{{#if:|x}}",
    "Lua": "{{#invoke:Thing|main}}",
    "Table": "{|\n| a\n|}",
    "Cell": 'style="x" | y',
    "Lines": "{{#if: {{{1|}}}\n  | has {{{1}}}\n  | has nothing\n}}",
    "Rare": "{{#if:{{{year|}}}|{{#expr:{{{year}}}+1}}|no year}}",
    "Chosen": "{{#switch:{{{1}}}|a|b=first|c={{#expr:1+1}}|#default=other|d=last}}",
    "Passed": "{{greeting|{{{1}}}}}",
    "Unsure": "{{#if:{{lua}}|yes|no}}",
    "Heading": "== A heading ==\ntext",
    "Grid": "<table><tr><td>a</td></tr></table>",
    "Entries": "* first\n* second",
    "Zz subst": "{{ {{{|safesubst:}}}#if:{{{1|}}}|with {{{1}}}|without}}",
}


def parse(
    text: str, templates: Mapping[str, str] = TEMPLATES, limits: Limits = DEFAULT_LIMITS
) -> ParsedPage:
    definitions = {title: plain_definition(source) for title, source in templates.items()}
    return parse_wikitext("T", text, limits=limits, find_definition=definitions.get)


def sentence(page: ParsedPage) -> str:
    (block,) = page.document.blocks
    assert isinstance(block, Sentence)
    return block.text


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("A{{mdashb}}b.", "A — b."),
        ("It has {{railgauge|sg}} track.", "It has 1,435 mm track."),
        ("It has {{Railgauge|4ft|lk=on}} track.", "It has 1,219 mm (gauge) track."),
        ("It has {{railgauge|5ft}} track.", "It has 5ft gauge track."),
        ("A{{sep}}b.", "A · b."),
        ("A {{zzz begin}}b c{{zzz end}} d.", "A b c d."),
        ("So {{greeting}} then.", "So Hello, stranger! then."),
        ("So {{greeting|Ada}} then.", "So Hello, Ada! then."),
        ("So {{greeting|Ada|name=Bo = C}} then.", "So Hello, Bo = C! then."),
        ("So {{alias|[[Ada Lovelace|Ada]]}} then.", "So Hello, Ada! then."),
        ("It is {{same|1.0|1}} here.", "It is equal here."),
        ("It is {{same|a|b}} here.", "It is different here."),
        ("It is {{only}} here.", "It is kept here."),
        ("It is {{zz empty}} here.", "It is right here."),
        ("It is {{zz subst|x}} here.", "It is with x here."),
        ("It {{lines|x}} here.", "It has x here."),
        ("It {{lines}} here.", "It has nothing here."),
        ("It has {{rare}} here.", "It has no year here."),
        ("It is {{chosen|b}} here.", "It is first here."),
        ("It is {{chosen|d}} here.", "It is last here."),
        ("It is {{chosen|x}} here.", "It is other here."),
        ("So {{passed|1=a=b}} then.", "So Hello, a=b! then."),
    ],
)
def test_plain_templates_lose_nothing(text: str, expanded: str) -> None:
    page = parse(text)
    assert sentence(page) == expanded
    assert page.lossy == ()
    assert page.unknown_templates == {}


def test_links_of_a_template_are_links_of_the_page() -> None:
    assert parse("It has {{railgauge|4ft|lk=on}} track.").links == ("Track gauge",)


@pytest.mark.parametrize(
    ("name", "unknown"),
    [
        ("lua", {"lua": 1}),
        ("table", {"table": 1}),
        ("cell", {"cell": 1}),
        ("loop", {"loop": 1}),
        ("ping", {"ping": 1}),
        ("circle", {"circle": 1}),
        ("absent", {"absent": 1}),
        ("heading", {"heading": 1}),
        ("grid", {"grid": 1}),
        ("rare|year=7", {"rare": 1}),
        ("chosen|c", {"chosen": 1}),
        # What decides is unknown.
        ("unsure", {"lua": 1, "unsure": 1}),
    ],
)
def test_what_is_not_plain_stays_unknown(name: str, unknown: dict[str, int]) -> None:
    page = parse(f"It has {{{{{name}|x}}}} in it.")
    assert page.lossy == ("sentence_0",)
    assert page.unknown_templates == unknown


def test_entries_of_a_template_are_a_list() -> None:
    page = parse("They are these:\n{{entries|x}}\n\nNo more.")
    assert [type(block).__name__ for block in page.document.blocks] == [
        "Sentence", "ListBlock", "Sentence",
    ]  # fmt: skip
    assert page.lossy == ()


def test_no_definition_is_searched_for_twice_as_long_as_it_is() -> None:
    # Each of these took time that grows with the square of its length.
    for bomb in ("<onlyinclude>" * 150_000, "#a" + " " * 2_000_000, "<noinclude>" * 150_000):
        assert plain_definition(bomb) in (None, "")
    assert plain_definition("x" * 3_000_000) is None
    assert plain_definition("a<onlyinclude>b</onlyinclude>c<onlyinclude>d</onlyinclude>") == "bd"


def test_templates_are_counted_and_measured() -> None:
    text = "{{greeting|a}} " * 20
    page = parse(text, limits=Limits(template_calls=10))
    assert page.unknown_templates == {"greeting": 10}
    assert page.notes == ("truncated: templates of the dump beyond the limit are not expanded",)
    deep = "x"
    for _ in range(6):
        deep = f"{{{{bomb|{deep}}}}}"
    page = parse(f"A {deep} b.", limits=Limits(template_characters=100_000))
    assert sum(page.unknown_templates.values()) == 4
    assert len(sentence(page)) < 100_000


def test_depth_is_limited() -> None:
    chain = {f"T{n}": f"{{{{t{n + 1}}}}}" for n in range(40)}
    page = parse("A {{t0}} b.", chain, Limits(template_depth=5))
    assert page.lossy == ("sentence_0",)
    assert page.unknown_templates == {"t5": 1}


def test_known_templates_are_read_as_before() -> None:
    own = {"Convert": "wrong", "Nowrap": "wrong"}
    assert sentence(parse("It is {{nowrap|10 km}} long.", own)) == "It is 10 km long."
