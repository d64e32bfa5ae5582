"""Reports as files, for pages and the API."""

from __future__ import annotations

import msgspec

from campaigns.models import Campaign
from quality.measuring import exports
from quality.measuring.results import AgreementResult, ReportResult
from quality.models import QualityReport
from quality.selectors import reports as selectors
from quality.words import DesignWords

_CSV = "text/csv; charset=utf-8"
_FILE_TYPES = {
    "report.json": "application/json",
    "figures.csv": _CSV,
    "table.tex": "application/x-tex; charset=utf-8",
}
POSTERIORS = "posteriors.csv"
# Tells spreadsheets that the text is UTF-8.
_MARK = "\ufeff"


def file_type(result: ReportResult | None, form: str) -> str:
    """Return the media type of a file of a report; empty if it has no such file."""
    if result is None:
        return ""
    if form == POSTERIORS and isinstance(result, AgreementResult):
        return _CSV
    return _FILE_TYPES.get(form, "")


def report_content(
    campaign: Campaign, report: QualityReport, result: ReportResult, form: str
) -> str | bytes:
    """Return a file of a report, one that `file_type` knows."""
    if form == "report.json":
        facts = {
            "campaign": campaign.name,
            "kind": report.kind,
            "parameters": report.parameters,
            "data_version": report.data_version,
            "data_until": report.data_until,
            "touchstone": report.code_version,
            "seconds": report.seconds,
            "result": result,
        }
        return msgspec.json.format(msgspec.json.encode(facts))
    if form == "figures.csv":
        people = result.named if isinstance(result, AgreementResult) else []
        return _MARK + exports.as_csv(result, selectors.names_of(people))
    if form == POSTERIORS and isinstance(result, AgreementResult):
        return _MARK + exports.posteriors_as_csv(result, selectors.claim_ids(campaign))
    words = DesignWords.of(campaign)
    title = f"{campaign.name}: {report.get_kind_display()}"
    return exports.as_latex(result, words.label, title)
