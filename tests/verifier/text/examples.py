"""Pairs that a small model can learn: towns, their founding years and their rivers."""

from __future__ import annotations

from verifier.text.sampling import TextExample

TOWNS = ("Velmar", "Ostrin", "Kaldo", "Brenta", "Sorvik", "Tulane", "Ardwin", "Mossel")
RIVERS = ("Elda", "Runa", "Tirse", "Wenn")


def examples() -> list[TextExample]:
    """Return pairs of three labels about each town."""
    made: list[TextExample] = []
    for number, town in enumerate(TOWNS):
        river, year = RIVERS[number % 4], 1850 + 7 * number
        evidence = (f"{town} is a town on the {river} .", f"It was founded in {year} .")
        for claim, label in (
            (f"{town} was founded in {year} .", "SUPPORTS"),
            (f"{town} was founded before {year + 20} .", "SUPPORTS"),
            (f"{town} is a town on the {river} .", "SUPPORTS"),
            (f"{town} was founded in {year + 3} .", "REFUTES"),
            (f"{town} was founded after {year + 20} .", "REFUTES"),
            (f"{town} is not a town on the {river} .", "REFUTES"),
            (f"{town} has a famous orchestra .", "NOT ENOUGH INFO"),
            (f"{town} elects a mayor every spring .", "NOT ENOUGH INFO"),
        ):
            made.append(TextExample(claim, evidence, label, page=town))
    return made
