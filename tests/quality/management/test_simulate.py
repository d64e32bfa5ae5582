"""`manage.py simulate`: its refusals, and what it leaves behind."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Claim, Verification
from annotation.services.campaign import designs
from campaigns.models import Campaign
from quality.management.commands import simulate
from quality.models import SimulatedTruth, Simulation
from quality.selectors.truth import truth_lines
from tests.annotation.verifying_world import make_desk
from tests.annotation.world import make_design, make_world
from tests.people import NOW
from wiki.services import demo as demo_corpus
from wiki.services import seals

pytestmark = pytest.mark.django_db


def refusal(*arguments: str) -> str:
    with pytest.raises(CommandError) as raised:
        call_command("simulate", *arguments)
    return str(raised.value)


def test_an_unknown_campaign_is_refused_with_the_names_of_others() -> None:
    make_world()
    words = refusal("Lakes")
    assert words.startswith("There is no campaign “Lakes” with a design.")
    assert "Rivers of test" in words


def test_a_plan_with_a_fault_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    make_world()
    plan = tmp_path / "plan.json"
    plan.write_text('{"people": [{"name": "A", "error": 2}, {"name": "B"}]}')
    assert "people" in refusal("Rivers of test", "--plan", str(plan))
    plan.write_text('{"poeple": []}')
    assert "poeple" in refusal("Rivers of test", "--plan", str(plan))
    assert "days" in refusal("Rivers of test", "--days", "0")
    assert not Simulation.objects.exists()


def test_a_campaign_with_work_of_people_is_refused() -> None:
    desk = make_desk()
    words = refusal(str(desk.campaign.public_id))
    assert words.endswith("Simulate in a campaign of its own.")
    assert not Campaign.objects.get().is_demonstration


def test_what_is_wrong_with_a_campaign_or_a_plan_is_said_plainly(tmp_path: Path) -> None:
    make_world()
    plan = tmp_path / "plan.json"
    arguments = ("Rivers of test", "--plan", str(plan))
    plan.write_text('{"people": [{"name": "Ann Lee"}, {"name": "ann-lee"}]}')
    assert refusal(*arguments) == (
        "Two people of the plan, or one and the manager, would have the same user name: ann-lee."
        " Give each a name of their own."
    )
    plan.write_text('{"people": [{"name": "A", "leans_to": "wrong"}, {"name": "B"}]}')
    assert refusal(*arguments) == (
        "The plan names a verdict that the design of “Rivers of test” does not have (A: wrong)."
    )
    Campaign.objects.update(requires_calibration=True)
    assert refusal(*arguments).startswith("“Rivers of test” requires calibration")
    Campaign.objects.update(state=Campaign.State.CLOSED)
    assert refusal(*arguments) == (
        "“Rivers of test” is neither being set up nor open: programs cannot work there."
    )
    assert not Simulation.objects.exists()


@pytest.mark.slow
def test_a_campaign_is_filled_and_its_truth_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The days on which simulated people work follow from their dates.
    monkeypatch.setattr(simulate, "timezone", SimpleNamespace(now=lambda: NOW))
    corpus = demo_corpus.load_demo_corpus(now=NOW)
    seals.seal_corpus(corpus=corpus, now=NOW, by=None)
    design = make_design(corpus, target=12)
    campaign = designs.create_campaign(name="Trial", actor=None, now=NOW, design=design)
    plan = tmp_path / "plan.json"
    people = [{"name": name, "error": 0.0, "skips": 0, "reports": 0} for name in "ABC"]
    plan.write_text(json.dumps({"people": people, "days": 12}))
    truth, out = tmp_path / "truth.jsonl", StringIO()
    arguments = ["Trial", "--plan", str(plan), "--highlights", "6", "--truth", str(truth)]
    call_command("simulate", *arguments, stdout=out)
    assert out.getvalue() == (
        f"“Trial” has 18 claims by programs now.\nThe truth about 18 claims is in {truth}.\n"
    )
    lines = [json.loads(line) for line in truth.read_text().splitlines()]
    assert {line["claim"] for line in lines} == {
        str(public_id) for public_id in Claim.objects.values_list("public_id", flat=True)
    }
    assert b"".join(truth_lines(campaign)) == truth.read_bytes()
    # Nobody errs, so that what was verified is what is true.
    right = {line["claim"]: line["verdict"] for line in lines}
    given = Verification.objects.values_list("claim__public_id", "verdict")
    assert given.count() >= 15
    assert all(right[str(claim)] == verdict for claim, verdict in given)
    # The same again goes on where it ended: there is nothing left.
    before = Verification.objects.count()
    call_command("simulate", *arguments, stdout=StringIO())
    assert (Verification.objects.count(), SimulatedTruth.objects.count()) == (before, 18)
