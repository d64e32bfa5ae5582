"""The text of templates, without gaps in sentences."""

from itertools import combinations

import pytest

from wiki.parsing import template_data as data
from wiki.parsing.elements import Cell, Item, Sentence, Table
from wiki.parsing.template_functions import FUNCTIONS
from wiki.parsing.template_hatnotes import HATNOTE_FUNCTIONS
from wiki.parsing.wikitext import parse_wikitext


def _sentence(wikitext: str) -> str:
    block = parse_wikitext("Page", wikitext).document.blocks[0]
    return block.text  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{{nowrap|a b}}", "a b"),
        ("{{convert|10|km|mi}}", "10 kilometres"),
        ("{{convert|1|m}}", "1 metre"),
        ("{{cvt|12345|sqmi}}", "12,345 sq mi"),
        ("{{convert|5|ft|6|in|m}}", "5 feet 6 inches"),
        ("{{convert|3|-|4|kg}}", "3–4 kilograms"),
        ("{{convert|20|mi|adj=on}}", "20-mile"),
        ("{{birth date|1950|2|3}}", "February 3, 1950"),
        ("{{birth date and age|1950|2|3|df=y}}", "3 February 1950"),
        ("{{death date and age|2000|1|1|1950|2|3}}", "January 1, 2000 (aged 49)"),
        ("{{start date|1999}}", "1999"),
        ("{{dts|1999|3|4}}", "March 4, 1999"),
        ("{{formatnum:1234567}}", "1,234,567"),
        ("{{nts|1234567}}", "1,234,567"),
        ("{{sort|b|shown}}", "shown"),
        ("{{abbr|No.|Number}}", "No."),
        ("{{lang|fr|bonjour}}", "bonjour"),
        ("{{lang-de|Tag}}", "German: Tag"),
        ("{{flag|Norway}}", "Norway"),
        ("{{won}}", "Won"),
        ("{{n/a}}", "N/A"),
        ("{{yes|Indeed}}", "Indeed"),
        ("{{hlist|a|b}}", "a · b"),
        ("{{ubl|a|b}}", "a, b"),
        ("{{frac|1|2}}", "1/2"),
        ("{{val|1.5|0.1|u=kg}}", "1.5±0.1 kg"),
        ("{{mdash}}", "—"),
        ("{{small|{{nowrap|deep}}}}", "deep"),
        ("{{as of|2019|5}}", "As of May 2019"),
        ("{{circa|1350}}", "c. 1350"),
        ("{{marriage|Ida|1950|1960|end=div}}", "Ida (m. 1950; div. 1960)"),
        ("{{nihongo|Tea|茶|cha}}", "Tea (茶, cha)"),
        ("{{url|example.org}}", "example.org"),
        ("{{chem|H|2|O}}", "H2O"),
        ("{{sortname|Ida|Holm}}", "Ida Holm"),
        ("{{PAGENAME}}", "Page"),
        ("{{Template:Nowrap|x}}", "x"),
        ("{{nowrap|1=x=y}}", "x=y"),
        ("{{unknown thing|a|b|c=d}}", "a b"),
        ("{{UnknownName}}", "UnknownName"),
        ("{{unknown sign|#}}", "#"),
        ("3{{frac|1|2}}", "3 1/2"),
        ("{{formatnum:1234567.89}}", "1,234,567.89"),
        ("{{nts|1234.5}}", "1,234.5"),
        ("{{nts|-1234.5}}", "-1,234.5"),
        ("{{party name with color|Foo}}", "Foo"),
        ("10{{sup|6}}", "10^6"),
        ("10{{^|6}}", "10^6"),
        ("5{{e|6}}", "5×10^6"),
    ],
)
def test_template_reads_as(template: str, text: str) -> None:
    assert _sentence(f"Before {template} after.") == f"Before {text} after."


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        ("At {{coord|32|N|86|W}}, Alabama.", "At 32°N 86°W, Alabama."),
        ("Rome ({{IPA-it|ˈroːma}}) is old.", "Rome is old."),
        ("Rome ({{lang-it|Roma}}; {{IPA-it|x}}) is old.", "Rome (Italian: Roma) is old."),
        ("Rome ({{IPA-it|x}}, Roma) is old.", "Rome (Roma) is old."),
        ("A fact{{citation needed}}, and more {{when}}.", "A fact, and more."),
        ("In {{convert|5|km}}, Alabama.", "In 5 kilometres, Alabama."),
        ("A {{small|b}}{{cn}} c.", "A b c."),
        ("It [http://example.org works] [http://example.org].", "It works."),
        ("f(x) is ( ) and a , b {{cn}}.", "f(x) is ( ) and a , b."),
        ("Near {{unknown box|a=b}}, Alabama.", "Near, Alabama."),
        ("A town ({{unknown box|a=b}}) is old.", "A town is old."),
        ("Non&nbsp;breaking&thinsp;spaces &amp; <b>bold</b>.", "Non breaking spaces & bold."),
    ],
)
def test_left_out_templates_leave_no_gap(wikitext: str, text: str) -> None:
    assert _sentence(wikitext) == text


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        ("About 10<sup>6</sup> stars.", "About 10^6 stars."),
        ("About 10<sup>−6</sup> m.", "About 10^−6 m."),
        ("About 10<sup>''n''</sup> stars.", "About 10^n stars."),
        ("It is (a + b)<sup>2</sup>.", "It is (a + b)^2."),
        ("So ''mc''<sup>2</sup> and x<sup>2</sup>.", "So mc^2 and x^2."),
        ("Of SO<sub>4</sub><sup>2−</sup> and H<sub>2</sub>O.", "Of SO4^2− and H2O."),
        ("It has 5 km<sup>2</sup> or m<sup>3</sup>.", "It has 5 km2 or m3."),
        ("The 1<sup>st</sup> and <sup>14</sup>C.", "The 1st and 14C."),
    ],
)
def test_superscript_keeps_its_meaning(wikitext: str, text: str) -> None:
    assert _sentence(wikitext) == text


@pytest.mark.parametrize(
    "template",
    ["ntsh|12345", "dtsh|2001|2|3", "hs|a", "sort key|a", "hidden sort|a", "hid|a", "hs2|a"],
)
def test_hidden_sort_key_stays_hidden(template: str) -> None:
    page = parse_wikitext("T", "{|\n| a || {{" + template + "}} 12.3 thousand\n|}")
    assert page.document.by_address["cell_0_0_1"].text == "12.3 thousand"  # type: ignore[union-attr]
    assert page.lossy == ()


@pytest.mark.parametrize(
    "cell",
    ["| rowspan=2 {{won}}", '|rowspan="2" style="x: y" {{won}}', "| a\n| rowspan='2' {{won}}"],
)
def test_status_template_ends_the_attributes_before_it(cell: str) -> None:
    page = parse_wikitext("T", "{|\n" + cell + "\n| b\n|-\n| c\n|}")
    (won,) = (e for e in page.document.elements() if getattr(e, "text", "") == "Won")
    assert isinstance(won, Cell)
    assert won.row_span == 2


def test_status_template_after_text_stays_in_the_text() -> None:
    page = parse_wikitext("T", "{|\n| It is {{won}} || x=2 {{won}}\n|}")
    assert [c.text for c in page.document.elements() if isinstance(c, Cell)] == [
        "It is Won",
        "x=2 Won",
    ]


def test_template_with_text_is_not_dropped_for_the_end_of_its_name() -> None:
    page = parse_wikitext("T", "It is {{team name with style|Red}} or {{red style}}.")
    assert [e.text for e in page.document.blocks] == ["It is Red or."]  # type: ignore[union-attr]
    assert page.unknown_templates == {"team name with style": 1}


@pytest.mark.parametrize(
    "template",
    [
        "{{Historical populations|title=Growth|1900|1200|1910|{{nts|1500}}|footnote=x}}",
        "{{US Census population|title=Growth|1900=1,200|1910= 1,500|footnote=x}}",
    ],
)
def test_populations_are_a_table(template: str) -> None:
    page = parse_wikitext("T", f"It grew.\n\n{template}\n\nIt shrank.")
    (table,) = (block for block in page.document.blocks if isinstance(block, Table))
    assert table.caption is not None
    assert table.caption.text == "Growth"
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["Year", "Population"],
        ["1900", "1,200"],
        ["1910", "1,500"],
    ]
    assert page.lossy == ()


def test_data_template_that_is_left_out_is_counted_and_noted() -> None:
    page = parse_wikitext("T", "It is warm.\n\n{{Weather box|Jan high C=3}}\n{{Weather box}}\n")
    assert [block.address for block in page.document.blocks] == ["sentence_0"]
    assert page.unknown_templates == {"weather box": 2}
    assert page.notes == ("left out: the data of a template (weather box)",)


def test_text_around_a_quotation_is_in_paragraphs_of_its_own() -> None:
    page = parse_wikitext("T", "He said\n{{quote|We go.|Ida Holm}}\nThe war began.")
    paragraphs = [s.text for s in page.document.blocks if isinstance(s, Sentence)]
    assert paragraphs == ["He said", "We go.", "— Ida Holm", "The war began."]


@pytest.mark.parametrize("name", ["cast listing", "some odd listing"])
def test_list_inside_a_template_is_a_list(name: str) -> None:
    page = parse_wikitext("T", "Cast:\n{{" + name + "|\n* Ida as X\n*Bo as Y\n}}\n")
    assert [e.text for e in page.document.elements() if isinstance(e, Item)] == [
        "Ida as X",
        "Bo as Y",
    ]
    assert page.lossy == (() if name == "cast listing" else ("item_0_0", "item_0_1"))


def test_unknown_template_flags_only_its_sentence_and_is_counted() -> None:
    page = parse_wikitext("T", "One is here. Two has {{odd one|x}} in it. Three is here.")
    assert page.lossy == ("sentence_1",)
    assert page.unknown_templates == {"odd one": 1}


def test_unknown_template_flags_its_cell() -> None:
    page = parse_wikitext("T", "{|\n| a || {{odd one|x}}\n|}")
    assert page.lossy == ("cell_0_0_1",)


def test_bare_template_on_its_own_line_is_left_out_and_counted() -> None:
    page = parse_wikitext("T", "Text here.\n\n{{Rivers of Somewhere}}\n")
    assert [block.address for block in page.document.blocks] == ["sentence_0"]
    assert page.unknown_templates == {"rivers of somewhere": 1}


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        ("{{See also|A|B}}", "See also: A and B"),
        ("{{Further|A#C}}", "Further information: A § C"),
        ("{{Other uses}}", "For other uses, see Page (disambiguation)."),
        ("{{For|the ship|MV X}}", "For the ship, see MV X."),
        ("{{Redirect|Y}}", '"Y" redirects here. For other uses, see Y (disambiguation).'),
        ("{{Distinguish|A|B}}", "Not to be confused with A or B."),
        ("{{Hatnote|Something else.}}", "Something else."),
    ],
)
def test_hatnote_is_one_sentence(wikitext: str, text: str) -> None:
    (block,) = parse_wikitext("Page", wikitext).document.blocks
    assert block.text == text  # type: ignore[union-attr]
    assert block.is_hatnote  # type: ignore[union-attr]


def test_no_template_has_two_actions() -> None:
    tables = [
        data.DROPPED_NAMES,
        data.ARGUMENTS,
        data.LITERALS,
        data.JOINED,
        data.HATNOTES,
        data.LACKS_REFERENCES,
        data.DISAMBIGUATIONS,
        FUNCTIONS,
        HATNOTE_FUNCTIONS,
    ]
    for table, other in combinations(tables, 2):
        assert set(table) & set(other) == set()
