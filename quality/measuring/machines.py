"""Machines beside people: each against the verdict and the evidence that count. Pure.

What counts is people's alone, so a machine is compared with it and never with itself.
"""

from __future__ import annotations

from collections import defaultdict

from metrics.agreement import cohen_kappa
from metrics.estimates import share
from metrics.evidence import mean_estimate
from metrics.selections import ElementSet, compare
from quality.measuring.columns import CampaignData
from quality.measuring.results import MachineFigures, figure, share_figure


def measure_machines(
    data: CampaignData, *, seed: int, resamples: int
) -> tuple[MachineFigures, ...]:
    """Return the figures of every machine that verified a claim of the dataset."""
    counting = {row.version: row for row in data.verifications}
    by_machine = defaultdict(list)
    for row in data.machines:
        by_machine[row.person].append(row)
    found = []
    for machine, given in sorted(by_machine.items()):
        compared = [
            (row, counting[data.counting[row.claim]])
            for row in given
            if data.counting.get(row.claim) in counting
        ]
        unconfirmed = sum(row.is_unconfirmed for row in given)
        right = sum(row.verdict == people.verdict for row, people in compared)
        kappa = cohen_kappa(
            [row.verdict for row, _ in compared],
            [people.verdict for _, people in compared],
            seed=seed,
            resamples=resamples,
        )
        overlaps = [
            compare(_sets(data, row.version), _sets(data, people.version)).best_f1
            for row, people in compared
        ]
        found.append(
            MachineFigures(
                machine=machine,
                verifications=len(given),
                unconfirmed=share_figure(share(unconfirmed, len(given))),
                accuracy=share_figure(share(right, len(compared))),
                kappa=figure(kappa),
                evidence_f1=figure(mean_estimate(overlaps)),
            )
        )
    return tuple(found)


def _sets(data: CampaignData, version: int) -> list[ElementSet]:
    return [frozenset(codes) for codes in data.sets_of(version)]
