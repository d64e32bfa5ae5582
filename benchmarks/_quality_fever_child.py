"""Measures give-away bigrams and the claim-only probe on claims of FEVER."""

from __future__ import annotations

import gzip
import json
from typing import Any


def measure(path: str, giveaways: list[str]) -> dict[str, Any]:
    from metrics.dependence import associations
    from metrics.ngrams import ngrams, tokens_of
    from metrics.probes import probe_texts

    with gzip.open(path, "rt", encoding="utf-8") as file:
        claims = [(row["claim"], row["label"]) for row in map(json.loads, file)]
    found = associations((set(ngrams(tokens_of(text), 2)), label) for text, label in claims)
    ranked = [pair.feature for pair in found if pair.label == "REFUTES" and pair.lmi > 0]
    places = {gram: place for place, gram in enumerate(ranked, start=1)}
    # Claims of FEVER do not name the sentence that they were written from: each is a group.
    probe = probe_texts(
        [text for text, _ in claims], [label for _, label in claims], list(range(len(claims)))
    )
    return {
        "claims": len(claims),
        "ranks": {gram: places.get(gram, len(ranked) + 1) for gram in giveaways},
        "accuracy": probe.accuracy.value,
        "majority": probe.majority.value,
        "lift": probe.lift.value,
    }
