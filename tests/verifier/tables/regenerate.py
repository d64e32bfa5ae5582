"""Programs in English, in a golden file: `python -m tests.verifier.tables.regenerate` writes it."""

from __future__ import annotations

from pathlib import Path

from tests.verifier.tables.examples import CAPTION, STATEMENTS, rivers
from verifier.tables.english import english
from verifier.tables.search import search
from verifier.tables.table import read_table

GOLDEN = Path(__file__).parent / "golden_programs.txt"
PROGRAMS = 100
PER_STATEMENT = 2
MATCHES = read_table(
    ["Date", "Opponent", "Venue", "Score", "Attendance", "Scorers"],
    [
        ["2 March 1994", "Harbour United", "Home", "3 - 1", "12,400", "Lund (2), Berg"],
        ["9 March 1994", "Salt City", "Away", "0 - 0", "8,150", ""],
        ["16 March 1994", "Northern Stars", "Home", "2 - 4", "15,900", "Lund, Vik"],
        ["23 March 1994", "Harbour United", "Away", "1 - 0", "11,020", "Berg"],
        ["30 March 1994", "River Rovers", "Home", "5 - 2", "9,870", "Vik (3), Lund, Berg"],
    ],
)
MATCH_STATEMENTS = [
    "the game against salt city was played away",
    "3 games were played at home",
    "harbour united was the opponent in 2 games",
    "the highest attendance was 15900",
    "the game against northern stars had the lowest attendance",
    "more than 10000 people attended 3 games",
    "the attendance at the river rovers game was 9870",
    "the salt city game was before the river rovers game",
    "the total attendance of the home games is 38170",
    "the average attendance is 11468",
    "no game was played in april",
    "only one game had a score of 0 - 0",
    "all games were played at home",
    "most games were played at home",
    "harbour united and salt city had the same attendance",
    "the first game was against harbour united",
    "the attendance against salt city was 1720 less than against river rovers",
]


def golden_text() -> str:
    """Return the first programs of each sample statement, in English, by family."""
    lines: list[str] = []
    tables = [(statement, rivers()) for statement, _ in STATEMENTS]
    tables += [(statement, MATCHES) for statement in MATCH_STATEMENTS]
    left = PROGRAMS
    for statement, table in tables:
        context = search(statement, CAPTION if table is not MATCHES else "march 1994", table)
        # The programs that explain most of the statement, one of each family.
        ranked = sorted(context.candidates, key=lambda program: -program.used.bit_count())
        families: dict[int, str] = {}
        for program in ranked:
            families.setdefault(
                program.family, english(program.truth, table, result=program.result)
            )
        sentences = list(families.values())[: min(PER_STATEMENT, left)]
        left -= len(sentences)
        lines += [statement, *(f"    {sentence}" for sentence in sentences)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(golden_text(), encoding="utf-8")
