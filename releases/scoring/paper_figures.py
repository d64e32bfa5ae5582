"""The figures of the papers' own systems, as texts."""

from __future__ import annotations

# FEVEROUS, tables 3 and 4, development part: the full baseline, with sentences or tables alone.
FEVEROUS_SCORE, FEVEROUS_COMPLETE = "0.19", "0.29"
FEVEROUS = {
    "both": f"{FEVEROUS_SCORE} / {FEVEROUS_COMPLETE}",
    "sentences only": "0.13 / 0.19",
    "tables only": "0.05 / 0.07",
}
FEVEROUS_RECALL = {
    ("pages", 3): "0.58",
    ("pages", 5): "0.69",
    ("sentences", 3): "0.46",
    ("sentences", 5): "0.53",
    ("tables", 3): "0.56",
}
FEVEROUS_CELLS = "0.69"
# FEVER, section 5: development part for retrieval, test part for the whole.
FEVER_COMPLETE = {
    ("pages", 1): "0.253",
    ("pages", 5): "0.553",
    ("sentences", 5): "0.442",
}
FEVER_SCORE, FEVER_LABELS = "0.319 (FEVER)", "0.509 (FEVER)"
FEVER_EVIDENCE = ("0.108 (FEVER)", "0.459 (FEVER)", "0.175 (FEVER)")
# FEVER, section 5.8: the share of analysed errors that held new evidence, in percent.
NEW_EVIDENCE = 21.85
