"""Charts as values: what is shown, in words and numbers. `{% chart figure %}` draws one.

Pure but for the template tag: no app is imported, and every app may use them.
"""

from charts.bars import Bar, BarChart, Part, StackedBar, StackedBarChart
from charts.lines import Line, LineChart, Point
from charts.matrices import HeatMatrix
from charts.tones import Tone

__all__ = [
    "Bar",
    "BarChart",
    "HeatMatrix",
    "Line",
    "LineChart",
    "Part",
    "Point",
    "StackedBar",
    "StackedBarChart",
    "Tone",
]
