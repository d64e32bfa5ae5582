"""Machines against what counts, and people's figures without them."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from quality.measuring.agreement import Bootstrap, measure_agreement
from quality.measuring.columns import CampaignData, MachineVerification
from quality.measuring.figure_rows import rows_of
from quality.measuring.results import AgreementResult
from tests.quality.generated import Plan, generate

FEW = Bootstrap(resamples=50)


def measured(data: CampaignData) -> AgreementResult:
    return measure_agreement(data, tick=lambda section: None, bootstrap=FEW)


def with_machines(data: CampaignData, wrong_every: int) -> CampaignData:
    """Let a machine say what counts, with the same evidence, except for every n-th claim."""
    by_version = {row.version: row for row in data.verifications}
    machines = []
    for place, (claim, version) in enumerate(sorted(data.counting.items())):
        verdict = by_version[version].verdict
        is_wrong = place % wrong_every == 0
        if is_wrong:
            verdict = next(other for other in data.verdicts if other != verdict)
        machines.append(MachineVerification(claim, "model", version, verdict, is_wrong))
    return dataclasses.replace(data, machines=machines)


def test_a_machine_is_compared_with_what_counts() -> None:
    data = with_machines(generate(Plan(1, claims=60)), wrong_every=4)
    (machine,) = measured(data).machines
    assert (machine.machine, machine.verifications) == ("model", 60)
    assert (machine.accuracy.numerator, machine.accuracy.items) == (45, 60)
    assert (machine.unconfirmed.numerator, machine.unconfirmed.items) == (15, 60)
    assert machine.evidence_f1.value == 1
    assert machine.kappa.value is not None
    assert 0.4 < machine.kappa.value < 0.75
    rows = {row.section: row.name for row in rows_of(measured(data), {"model": "Model (machine)"})}
    names = {
        *("machine_verifications", "machine_accuracy", "machine_kappa"),
        *("machine_evidence_f1", "machine_unconfirmed"),
    }
    assert {name: rows[name] for name in names} == dict.fromkeys(names, "Model (machine)")


def test_peoples_figures_are_the_same_with_and_without_machines() -> None:
    data = generate(Plan(2, claims=40))
    alone, beside = measured(data), measured(with_machines(data, wrong_every=2))
    assert beside.machines
    assert replace(beside, machines=()) == alone


def test_a_machine_with_nothing_to_compare_has_no_figures() -> None:
    data = generate(Plan(3, claims=1))
    unknown = MachineVerification(10**6, "model", 10**6, data.verdicts[0], is_unconfirmed=False)
    (machine,) = measured(dataclasses.replace(data, machines=[unknown])).machines
    assert (machine.verifications, machine.accuracy.value, machine.kappa.value) == (1, None, None)
