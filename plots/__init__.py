"""Charts as values: what is shown, in words and numbers. `{% chart figure %}` draws one.

Pure but for the template tag: no app is imported, and every app may use them.
"""

from plots.bars import Bar, BarChart, Part, StackedBar, StackedBarChart
from plots.lines import Line, LineChart, Point
from plots.matrices import HeatMatrix
from plots.tones import Tone

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
