"""A table of our own, and statements about it, for the tests of the verifier."""

from __future__ import annotations

from verifier.tables.table import DataTable, read_table

HEADER = ["Rank", "River", "Country", "Length (km)", "Survey", "Result"]
ROWS = [
    ["1", "Velmar", "Ostrava", "1,204", "12 May 1998", "3 - 0"],
    ["2", "Tarn Aval", "Lirien", "986", "3 June 1999", "1 - 2"],
    ["3", "Osk", "Ostrava", "640", "21 August 1999", "2 - 2"],
    ["4", "Mirre", "Lirien", "402.5", "7 March 2001", "0 - 1"],
    ["5", "Little Osk", "Ostrava", "–", "30 July 2003", "4 - 1"],
]
CAPTION = "rivers of the north"


def rivers() -> DataTable:
    """Return the table of rivers."""
    return read_table(HEADER, ROWS)


# True and false statements with words of every family.
STATEMENTS = [
    ("the velmar is 1204 km long", True),
    ("the velmar is 986 km long", False),
    ("the velmar is in ostrava and the mirre is in lirien", True),
    ("the velmar is in lirien and the mirre is in ostrava", False),
    ("there are 3 rivers in ostrava", True),
    ("there are 2 rivers in ostrava", False),
    ("the velmar has the greatest length", True),
    ("the osk has the greatest length", False),
    ("the smallest length is 402.5", True),
    ("the tarn aval is longer than the osk", True),
    ("the osk has a higher length than the tarn aval", False),
    ("more than 2 rivers are in lirien", False),
    ("the total length of rivers in lirien is 1388.5", True),
    ("the average length of rivers in ostrava is 922", True),
    ("all rivers are in ostrava", False),
    ("most rivers are in ostrava", True),
    ("the velmar and the osk are in the same country", True),
    ("there are 2 different countries", True),
    ("ostrava is the most common country", True),
    ("no river in lirien is 640 km long", True),
    ("only one river was surveyed in 2003", True),
    ("the second longest river is the tarn aval", True),
    ("the length of the velmar is 218 more than the length of the tarn aval", True),
    ("the last river is the little osk", True),
]
