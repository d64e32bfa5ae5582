"""Charts: places, words and numbers; drawn without inline styles."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import unquote

import pytest
from django.template import Context, Template

from plots import (
    Bar,
    BarChart,
    ColumnChart,
    HeatMatrix,
    Line,
    LineChart,
    Point,
    Segment,
    Sparkline,
    StackedBar,
    StackedBarChart,
    Tone,
    UprightBar,
)
from plots.downloads import as_csv
from plots.scales import nice_top, percent, spell

BARS = BarChart(
    title="Tables come twice as often",
    bars=(
        Bar(label="Sentences <b>", value=8, target=8.5),
        Bar(label="Tables", value=16, target=15.5, low=12, high=20),
    ),
)
STACKS = StackedBarChart(
    title="Most are supported",
    segments=(
        Segment(label="Supported", tone=Tone.SUPPORTED),
        Segment(label="Refuted", tone=Tone.REFUTED),
    ),
    bars=(StackedBar(label="Type I", values=(3, 1)), StackedBar(label="Type II", values=(0, 2))),
)
LINES = LineChart(
    title="Agreement grows",
    lines=(
        Line(
            label="Kappa",
            points=(
                Point(label="Mon", value=0.25, low=0, high=0.5),
                Point(label="Tue", value=None),
                Point(label="Wed", value=0.5, low=0.25, high=1),
            ),
        ),
    ),
    point_name="Day",
)
MATRIX = HeatMatrix(
    title="Negations are refuted",
    row_labels=("Negation", "Other"),
    column_labels=("Supported", "Refuted"),
    values=((-0.5, 0.5), (0.0, None)),
)
ALL = [BARS, STACKS, LINES, MATRIX]


def draw(figure: object) -> str:
    return Template("{% load plots %}{% chart figure %}").render(Context({"figure": figure}))


@pytest.mark.parametrize(
    ("value", "words"),
    [(3, "3"), (3.0, "3"), (1234567, "1,234,567"), (0.333, "0.33"), (12.34, "12.3"), (None, "–")],
)
def test_numbers_are_spelled_as_people_read_them(value: float | None, words: str) -> None:
    assert spell(value) == words


@pytest.mark.parametrize(
    ("most", "top"), [(0, 1), (1, 1), (3, 5), (2.4, 2.5), (70, 100), (0.3, 0.5), (1000, 1000)]
)
def test_an_axis_ends_at_a_round_number(most: float, top: float) -> None:
    assert nice_top(most) == pytest.approx(top)


@pytest.mark.parametrize(
    ("value", "most", "place"),
    [(1, 4, "25.00%"), (5, 4, "100.00%"), (-1, 4, "0.00%"), (0, 0, "0.00%")],
)
def test_nothing_is_drawn_outside_a_chart(value: float, most: float, place: str) -> None:
    assert percent(value, most) == place


def test_bars_have_their_width_target_and_interval() -> None:
    sentences, tables = BARS.drawn
    assert (sentences.width, sentences.target_x, sentences.low_x) == ("40.00%", "42.50%", None)
    assert (tables.width, tables.low_x, tables.high_x) == ("80.00%", "60.00%", "100.00%")
    assert BARS.columns == ("", "Value", "Target", "From", "To")
    assert BARS.rows[0] == ("Sentences <b>", "8", "8.50", "–", "–")


def test_stacks_leave_out_what_is_zero_and_can_show_shares() -> None:
    first, second = STACKS.drawn
    assert [(segment.x, segment.width) for segment in first.segments] == [
        ("0.00%", "75.00%"),
        ("75.00%", "25.00%"),
    ]
    assert [(segment.x, segment.width) for segment in second.segments] == [("0.00%", "50.00%")]
    shares = StackedBarChart(
        title="", segments=STACKS.segments, bars=STACKS.bars, is_relative=True
    ).drawn
    assert shares[1].segments[0].width == "100.00%"


def test_a_line_has_gaps_and_a_band() -> None:
    (line,) = LINES.drawn
    assert line.path == "M16.67 75.00M83.33 50.00"
    assert line.band == "M16.67 50.00L83.33 0.00L83.33 75.00L16.67 100.00Z"
    assert [point.words for point in line.points] == ["Mon: 0.25", "Wed: 0.50"]
    assert LINES.rows[0] == ("Mon", "0.25 (0–0.50)")
    assert LINES.ends == ("Mon", "Wed")


def test_a_matrix_tints_both_sides_of_zero_apart() -> None:
    tints = [[cell.tint for cell in row.cells] for row in MATRIX.drawn]
    assert tints == [["below-5", "above-5"], ["zero", "none"]]


def test_cells_and_points_may_say_more_than_their_value() -> None:
    matrix = HeatMatrix(
        title="Pairs",
        row_labels=("Ann",),
        column_labels=("Bo", "Cy"),
        values=((0.5, None),),
        notes=(("0.50 [0.40, 0.60], n = 30", ""),),
    )
    assert matrix.rows == (("Ann", "0.50 [0.40, 0.60], n = 30", "–"),)
    [row] = matrix.drawn
    assert [cell.words for cell in row.cells] == ["0.50", "–"]
    assert row.cells[0].about == "Ann, Bo: 0.50 [0.40, 0.60], n = 30"
    line = Line(label="Kappa", points=(Point(label="Mon", value=0.25, note="0.25, n = 4"),))
    chart = LineChart(title="Agreement", lines=(line,))
    assert chart.rows == (("Mon", "0.25, n = 4"),)
    assert chart.drawn[0].points[0].words == "Mon: 0.25, n = 4"


@pytest.mark.parametrize("figure", ALL, ids=lambda figure: figure.kind)
def test_every_chart_is_a_figure_with_title_drawing_and_numbers(figure: BarChart) -> None:
    html = draw(figure)
    assert html.count("<figure") == 1
    assert f"{figure.title}</figcaption>" in html
    assert f'role="img" aria-label="{figure.title}"' in html
    assert html.count('<th scope="row">') == len(figure.rows)
    # The policy refuses them.
    assert "style=" not in html
    assert not re.search(r"\son\w+=", html)


def test_labels_are_text_never_markup() -> None:
    html = draw(BARS)
    assert "Sentences &lt;b&gt;" in html
    assert "<b>" not in html


@pytest.mark.parametrize(
    "figure",
    [
        BarChart(title="Scores", bars=(Bar(label="name " * 30, value=1),)),
        StackedBarChart(
            title="Scores",
            segments=STACKS.segments,
            bars=(StackedBar(label="name " * 30, values=(1, 1)),),
        ),
    ],
    ids=lambda figure: figure.kind,
)
def test_a_long_label_is_text_that_wraps(figure: BarChart | StackedBarChart) -> None:
    # Text inside of a drawing stays on its line, and is cut off where that ends.
    html = draw(figure)
    assert html.count("name " * 30) == 2
    assert "<text" not in html


def test_a_chart_without_data_says_so() -> None:
    assert "Nothing to show yet." in draw(BarChart(title="Nothing", bars=()))


def test_numbers_download_as_plain_values_with_gaps_left_empty() -> None:
    chart = BarChart(
        title="Claims",
        bars=(Bar(label="Rivers, lakes", value=12345, target=0.5), Bar(label="Hills", value=-2)),
    )

    assert as_csv(chart) == (',Value,Target\r\n"Rivers, lakes",12345,0.50\r\nHills,-2,\r\n')


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_label_that_looks_like_a_formula_is_downloaded_as_text(start: str) -> None:
    chart = BarChart(title="Claims", bars=(Bar(label=f"{start}1+1", value=1),))

    last = as_csv(chart).split("\r\n", 1)[1]

    assert last.removeprefix('"').startswith(f"'{start}1+1")


@pytest.mark.parametrize("chart", ALL, ids=lambda chart: chart.kind)
def test_every_chart_offers_its_numbers_as_a_file(chart: object) -> None:
    html = Template("{% load plots %}{% chart figure %}").render(Context({"figure": chart}))

    [link] = re.findall(r'href="data:text/csv;charset=utf-8,([^"]*)" download="[a-z-]+\.csv"', html)
    assert unquote(unescape(link)) == "\ufeff" + as_csv(chart)  # type: ignore[arg-type]


def test_a_chart_without_numbers_offers_no_file() -> None:
    html = Template("{% load plots %}{% chart figure %}").render(
        Context({"figure": BarChart(title="Claims", bars=())})
    )

    assert "data:" not in html


def test_upright_bars_have_their_place_height_and_numbers() -> None:
    figure = ColumnChart(
        title="Two days",
        points=(UprightBar(label="Mon", value=1), UprightBar(label="Tue", value=4)),
        point_name="Day",
        value_name="Items",
        top=4,
    )
    first, second = figure.drawn
    assert (first.x, first.y, first.width, first.height) == ("6.00%", "75.00%", "38.00%", "25.00%")
    assert (second.x, second.y, second.height) == ("56.00%", "0.00%", "100.00%")
    assert [mark.words for mark in figure.heights] == ["0", "2", "4"]
    assert (figure.columns, figure.rows) == (("Day", "Items"), (("Mon", "1"), ("Tue", "4")))
    assert figure.ends == ("Mon", "Tue")
    drawn = Template("{% load plots %}{% chart figure %}").render(Context({"figure": figure}))
    assert drawn.count("<rect") == 2
    assert "style=" not in drawn


def test_upright_bars_of_nothing_have_no_ends_and_no_numbers() -> None:
    empty = ColumnChart(title="Nothing", points=())
    assert (empty.ends, empty.rows, empty.drawn) == (("", ""), (), ())


def test_a_sparkline_has_a_bar_for_each_count_that_is_not_nothing() -> None:
    spark = Sparkline(values=(0, 1, 200), label="201 items <b>", most=400)
    assert [(bar.x, bar.y, bar.height) for bar in spark.drawn] == [
        (0, 20, 0),
        (5, 19, 1),
        (10, 10, 10),
    ]
    assert spark.width == 15
    drawn = Template("{% load plots %}{% sparkline spark %}").render(Context({"spark": spark}))
    assert 'd="M5 19h4v1h-4zM10 10h4v10h-4z"' in drawn
    assert 'aria-label="201 items &lt;b&gt;"' in drawn


def test_a_point_alone_shows_its_interval_as_a_bar_and_its_label_once() -> None:
    point = Point(label="Mon", value=50, low=25, high=75)
    chart = LineChart(title="One week", lines=(Line(label="Right", points=(point,)),), top=100)
    (drawn,) = chart.drawn
    assert drawn.band == "M49.50 25.00L50.50 25.00L50.50 75.00L49.50 75.00Z"
    assert chart.ends == ("Mon", "")
