"""Infoboxes: parameters as rows of a label and a value."""

import pytest

from wiki.parsing.elements import Table
from wiki.parsing.wikitext import parse_wikitext


def _rows(parameters: str) -> list[list[str]]:
    table = parse_wikitext("Page", f"{{{{Infobox thing|{parameters}}}}}").document.blocks[0]
    assert isinstance(table, Table)
    assert table.kind == "infobox"
    assert (table.rows[0][0].is_header, table.rows[0][0].column_span) == (True, 2)
    return [[cell.text for cell in row] for row in table.rows]


@pytest.mark.parametrize(
    ("parameters", "rows"),
    [
        ("name=N|occupation=Smith", [["N"], ["Occupation", "Smith"]]),
        ("occupation=Smith", [["Page"], ["Occupation", "Smith"]]),
        (
            "name=N|birth_date={{birth date|1950|2|3}}|birth_place=[[Oslo]]",
            [["N"], ["Born", "February 3, 1950\nOslo"]],
        ),
        (
            "name=N|office=Mayor|term_start=1990|term_end=1995",
            [["N"], ["Office", "Mayor"], ["In office", "1990 – 1995"]],
        ),
        (
            "name=N|leader_title1=Mayor|leader_name1=Ida|blank1_name=Tide|blank1_info=2 m",
            [["N"], ["Mayor", "Ida"], ["Tide", "2 m"]],
        ),
        (
            "title=N|header1=Facts|label2=Age|data2=5|data3=Both columns",
            [["N"], ["Facts"], ["Age", "5"], ["Both columns"]],
        ),
        (
            "name=N|image=x.jpg|caption=A view|map_size=250|coordinates={{coord|1|2}}|iata=XYZ",
            [["N"], ["IATA", "XYZ"]],
        ),
        ("name=N|genre=''Rock''<br/>Pop|empty=|website={{URL|x.org}}",
         [["N"], ["Genre", "Rock\nPop"], ["Website", "x.org"]]),
        ("name=N|members={{plainlist|\n* [[A]]\n* B\n}}", [["N"], ["Members", "A\nB"]]),
        (
            "name=N|age=5|module={{Infobox part|child=yes|height_m=2}}",
            [["N"], ["Age", "5"], ["Height m", "2"]],
        ),
        ("name=N|embed={{Infobox part|embed=yes|club=C}}|age=5",
         [["N"], ["Club", "C"], ["Age", "5"]]),
        (
            "name=N|architectural_style=[[Art Deco]]|governing_body=City Council|class=City car",
            [["N"], ["Architectural style", "Art Deco"], ["Governing body", "City Council"],
             ["Class", "City car"]],
        ),
        ("name=N|size=260,000 active|width={{convert|9|m|ft}}",
         [["N"], ["Size", "260,000 active"], ["Width", "9 metres"]]),
        ("name=N|age=5|size=250px|width=20em|class=15|style=color:red|fleet_size=",
         [["N"], ["Age", "5"]]),
    ],
)  # fmt: skip
def test_infobox_reads_as_rows(parameters: str, rows: list[list[str]]) -> None:
    assert _rows(parameters) == rows


def test_infobox_without_a_value_is_no_table() -> None:
    assert parse_wikitext("Page", "{{Infobox thing|image=x.jpg}}").document.blocks == ()
