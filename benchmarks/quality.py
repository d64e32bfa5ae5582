"""Reports on 87,000 generated claims with 95,000 verifications by 80 people, and on real claims.

The texts are generated too: 25 words each of a vocabulary of 50,000, drawn by Zipf's law, so that
there are as many different bigrams as in real claims. Time is that of the whole job: reading,
computing, storing; of a page, the processor time of its answer. On real claims of FEVER (if the
folder with data has them), the words that give verdicts away and the claim-only probe stand beside
the paper's.
"""

from __future__ import annotations

import os

from benchmarks._child import run_in_child
from benchmarks.harness import Figure, data_folder

TITLE = "Reports on quality"
CLAIMS = 87_000
PEOPLE = 80
# Schuster et al. (2019), table 1: the bigrams that give "refuted" away in FEVER.
GIVEAWAYS = ("did not", "yet to", "does not", "refused to", "failed to", "only ever")
MOST_RANK = 50


def run() -> list[Figure]:
    claims = int(os.environ.get("TOUCHSTONE_BENCH_CLAIMS", CLAIMS))
    found = run_in_child("_quality_child", claims, PEOPLE)
    figures = [
        Figure("claims", claims),
        Figure("verifications", found["verifications"]),
        Figure("load average", found["load"]),
        *(
            Figure(f"{kind}: time", found[kind]["seconds"], "s", must, aim, less_is_better=True)
            for kind, must, aim in (
                ("agreement", 60, 15),
                ("bias", 180, 60),
                ("description", None, None),
            )
        ),
        *(
            Figure(f"{kind}: processor time", found[kind]["processor"], "s")
            for kind in ("agreement", "bias", "description")
        ),
        Figure("peak memory", found["peak"], "MB", must=1500, aim=600, less_is_better=True),
        Figure("stored results", found["bytes"] / 1e6, "MB"),
        *(
            Figure(f"page, warm: {name}", taken, "ms", 300, 100, less_is_better=True)
            for name, taken in found["pages"].items()
        ),
    ]
    return [*figures, *_on_fever()]


def _on_fever() -> list[Figure]:
    """Return the ranks of the paper's bigrams among those of "refuted", and the probe."""
    folder = data_folder()
    path = folder / "verifier" / "fever_claims.jsonl.gz" if folder else None
    if path is None or not path.exists():
        print("· no claims of FEVER: set TOUCHSTONE_DATA", flush=True)
        return []
    found = run_in_child("_quality_fever_child", str(path), list(GIVEAWAYS))
    return [
        Figure("FEVER: claims", found["claims"]),
        *(
            Figure(f"FEVER: rank of “{gram}” for refuted, by LMI", rank)
            for gram, rank in found["ranks"].items()
        ),
        Figure(
            f"FEVER: of the paper's bigrams, among the first {MOST_RANK}",
            sum(rank <= MOST_RANK for rank in found["ranks"].values()),
            must=len(GIVEAWAYS) - 2,
        ),
        Figure("FEVER: claim-only probe, accuracy", found["accuracy"]),
        Figure("FEVER: majority", found["majority"]),
        Figure("FEVER: probe above the majority", found["lift"], must=0.1),
    ]
