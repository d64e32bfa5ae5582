"""Tables of LaTeX, with `booktabs`, and texts in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{mark: f"\\{mark}" for mark in "&%$#_{}"},
}
_MARKS = re.compile("|".join(map(re.escape, _SPECIAL)))


def escape(text: str) -> str:
    """Return a text that LaTeX prints as it is."""
    return _MARKS.sub(lambda mark: _SPECIAL[mark.group()], text)


def latex_table(
    title: str, columns: str, head: Sequence[str], rows: Iterable[Sequence[str]]
) -> str:
    """Return a table with a caption; the cells are LaTeX already."""
    lines = [
        r"\begin{table}",
        r"  \centering",
        f"  \\caption{{{escape(title)}}}",
        f"  \\begin{{tabular}}{{{columns}}}",
        r"    \toprule",
        f"    {' & '.join(head)} \\\\",
        r"    \midrule",
        *(f"    {' & '.join(row)} \\\\" for row in rows),
        r"    \bottomrule",
        r"  \end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"
