"""Charts as values: their labels and numbers. The template tag `{% chart figure %}` draws one.

Pure apart from the template tag: no app is imported, and every app may use them.
"""

from plots.bars import Bar, BarChart, Segment, StackedBar, StackedBarChart
from plots.columns import ColumnChart, UprightBar
from plots.lines import Line, LineChart, Point
from plots.matrices import HeatMatrix
from plots.sparklines import Sparkline
from plots.tones import Tone

__all__ = [
    "Bar",
    "BarChart",
    "ColumnChart",
    "HeatMatrix",
    "Line",
    "LineChart",
    "Point",
    "Segment",
    "Sparkline",
    "StackedBar",
    "StackedBarChart",
    "Tone",
    "UprightBar",
]
