"""Tables of LaTeX."""

from __future__ import annotations

from core.latex import escape, latex_table


def test_marks_of_latex_are_escaped() -> None:
    assert escape(r"50% of $1 & a_b\c{d}#~^") == (
        r"50\% of \$1 \& a\_b\textbackslash{}c\{d\}\#\textasciitilde{}\textasciicircum{}"
    )


def test_a_table_has_a_caption_a_head_and_its_rows() -> None:
    table = latex_table("Rivers & lakes", "lr", ("River", "km"), [("Aare", "288")])
    assert table.splitlines() == [
        r"\begin{table}",
        r"  \centering",
        r"  \caption{Rivers \& lakes}",
        r"  \begin{tabular}{lr}",
        r"    \toprule",
        r"    River & km \\",
        r"    \midrule",
        r"    Aare & 288 \\",
        r"    \bottomrule",
        r"  \end{tabular}",
        r"\end{table}",
    ]
