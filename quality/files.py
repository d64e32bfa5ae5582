"""Reports as files, for pages and the API."""

from __future__ import annotations

import msgspec

from campaigns.models import Campaign
from quality.measuring import exports
from quality.measuring.results import AgreementResult, ReportResult
from quality.models import QualityReport
from quality.selectors import reports as selectors
from quality.words import DesignWords

FILE_TYPES = {
    "report.json": "application/json",
    "figures.csv": "text/csv; charset=utf-8",
    "table.tex": "application/x-tex; charset=utf-8",
}


def report_content(
    campaign: Campaign, report: QualityReport, result: ReportResult, form: str
) -> str | bytes:
    """Return a report as JSON, all its figures as CSV, or its main table as LaTeX."""
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
        people = (
            [one.person for one in result.people] if isinstance(result, AgreementResult) else []
        )
        # The byte order mark tells spreadsheets that the text is UTF-8.
        return "\ufeff" + exports.as_csv(result, selectors.names_of(people))
    words = DesignWords.of(campaign)
    title = f"{campaign.name}: {report.get_kind_display()}"
    return exports.as_latex(result, words.label, title)
