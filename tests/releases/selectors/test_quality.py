"""Reports in a release: frozen with it, told in its manifest and datasheet."""

from __future__ import annotations

import json
from datetime import timedelta
from html import unescape

import msgspec
import pytest

from jobs.runs import LocalRun
from quality.measuring.agreement import Bootstrap, measure_agreement
from quality.measuring.bias import measure_bias
from quality.models import QualityReport, ReportWeights
from quality.selectors.reports import newest_weights
from quality.services import reports
from releases.selectors.quality import reports_to_tell
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.quality.generated import Plan, evidence_of, generate
from tests.releases.world import choices_of, make_release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


def store(desk: Desk, kind: str, result: object, days: int = 0) -> None:
    at = NOW + timedelta(days=days)
    QualityReport.objects.create(
        campaign=desk.campaign,
        kind=kind,
        requested_at=at,
        data_until=at,
        finished_at=at,
        data_version="v",
        seconds=1.0,
        result=msgspec.to_builtins(result),
    )


def store_both(desk: Desk) -> None:
    data = generate(Plan(5, claims=400, giveaway="has yet to", giveaway_share=0.8))
    tick = lambda section: None  # noqa: E731
    store(desk, "agreement", measure_agreement(data, tick=tick, bootstrap=Bootstrap(resamples=50)))
    store(desk, "bias", measure_bias(data, evidence_texts=evidence_of(data), tick=tick).result)


def test_a_release_tells_of_agreement_and_bias(desk: Desk) -> None:
    store_both(desk)
    release = make_release(desk.campaign)
    assert release.manifest is not None
    told = release.manifest["quality"]
    assert told["agreement"]["claims"] == 400
    names = [figure["name"] for figure in told["agreement"]["figures"]]
    assert names[:2] == ["two_way_fleiss", "krippendorff"]
    sheet = unescape((folder_of(release) / "datasheet.html").read_text(encoding="utf-8"))
    assert "400 claims were verified more than once" in sheet
    assert "A classifier that predicts the verdict from the claim alone is right for" in sheet
    assert "” goes with “Refuted”" in sheet
    # A later report does not change what was frozen.
    before = release.frozen.reports
    data = generate(Plan(6, claims=30))
    later = measure_agreement(data, tick=lambda section: None, bootstrap=Bootstrap(resamples=20))
    store(desk, "agreement", later, days=1)
    assert reports_to_tell(desk.campaign)["agreement"].claims == 30
    release.refresh_from_db()
    assert release.frozen.reports == before


def test_without_reports_there_is_no_section(desk: Desk) -> None:
    release = make_release(desk.campaign)
    assert release.manifest is not None
    assert "quality" not in release.manifest
    assert "Agreement and duplicates" not in (folder_of(release) / "datasheet.html").read_text()


def test_nothing_tells_of_verdicts_where_labels_are_withheld(desk: Desk) -> None:
    store_both(desk)
    release = make_release(desk.campaign, choices_of(desk.campaign, withheld=("test",)))
    assert release.manifest is not None
    assert release.manifest["quality"].keys() == {"agreement"}
    names = {figure["name"] for figure in release.manifest["quality"]["agreement"]["figures"]}
    assert "krippendorff" in names
    assert "observed" not in names
    sheet = (folder_of(release) / "datasheet.html").read_text(encoding="utf-8")
    assert "Agreement and duplicates" in sheet
    for word in ("always the most", "goes with", "Pairs with the same verdict"):
        assert word not in sheet


def test_a_bias_report_alone_is_not_told_where_labels_are_withheld(desk: Desk) -> None:
    store_both(desk)
    QualityReport.objects.filter(kind="agreement").delete()
    release = make_release(desk.campaign, choices_of(desk.campaign, withheld=("test",)))
    assert release.manifest is not None
    assert "quality" not in release.manifest


def test_phrases_that_name_somebody_are_not_told(desk: Desk) -> None:
    store_both(desk)
    phrases = {phrase for phrase, *_ in reports_to_tell(desk.campaign)["bias"].phrases}
    assert {"has yet", "yet to"} <= phrases
    for name in ("Has Yet", "Ada Has Yet", "has.yet@example.org"):
        desk.verifier.name = name
        desk.verifier.save(update_fields=["name"])
        told = make_release(desk.campaign).frozen.reports["bias"].phrases
        assert "has yet" not in {phrase for phrase, *_ in told}
        assert "yet to" in {phrase for phrase, *_ in told}


def test_the_datasheet_tells_how_many_verdicts_are_only_intended(desk: Desk) -> None:
    store_both(desk)
    report = QualityReport.objects.get(kind="bias")
    assert report.result is not None
    report.result |= {"verified": 390, "intended": 10}
    report.save(update_fields=["result"])
    release = make_release(desk.campaign)
    sheet = unescape((folder_of(release) / "datasheet.html").read_text(encoding="utf-8"))
    assert (
        "390 with the verdict of a verification, 10 not verified, with the verdict that the writer"
        " intended."
    ) in sheet


def test_balancing_weights_are_kept_with_a_report_and_joined_to_a_release(desk: Desk) -> None:
    report = QualityReport.objects.create(campaign=desk.campaign, kind="bias", requested_at=NOW)
    reports.make_report(report=report, run=LocalRun(), words=str)
    known = newest_weights(desk.campaign)
    assert len(known) == 30
    # One verdict has changed since: its weight says nothing any more.
    rows = [(claim, version, 0.25) for claim, version in known][1:]
    ReportWeights.objects.update(body=msgspec.msgpack.encode(rows))
    release = make_release(desk.campaign)
    lines = [
        json.loads(line)
        for path in sorted((folder_of(release) / "internal").glob("*.jsonl"))
        if path.name not in ("verifications.jsonl", "writing.jsonl")
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    found = [line["provenance"]["balancing_weight"] for line in lines]
    assert sorted(map(str, found)) == ["0.25"] * (len(lines) - 1) + ["None"]
    assert release.manifest is not None
    assert release.manifest["weighted_claims"] == len(lines) - 1
    names = {figure["name"] for figure in release.manifest["quality"]["bias"]["figures"]}
    assert {"weights_before", "weights_after"} <= names
    sheet = unescape((folder_of(release) / "datasheet.html").read_text(encoding="utf-8"))
    assert f"in the internal files for {len(lines) - 1} claims" in sheet
    # A newer report replaces the weights, and the release keeps its own.
    again = QualityReport.objects.create(
        campaign=desk.campaign, kind="bias", requested_at=NOW + timedelta(days=1)
    )
    reports.make_report(report=again, run=LocalRun(), words=str)
    assert ReportWeights.objects.get().report == again
    assert set(release.items.values_list("balancing_weight", flat=True)) == {0.25, None}
