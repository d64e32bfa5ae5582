"""Agreement, duplicates and bias in the datasheet, from the reports that a release keeps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_AGREEMENT = {
    "two_way_fleiss": "Fleiss’ κ, two verifications",
    "three_way_fleiss": "Fleiss’ κ, three verifications",
    "krippendorff": "Krippendorff’s α, all duplicates",
    "observed": "Pairs with the same verdict",
    "krippendorff_given_identical_evidence": "Krippendorff’s α, given identical evidence",
    "identical_evidence": "Pairs with identical evidence",
}
_PROBES = {
    "claim_verdict": "the verdict from the claim alone",
    "claim_evidence_kind": "the kind of evidence from the claim alone",
    "evidence_verdict": "the verdict from the evidence alone",
    "length_verdict": "the verdict from the claim’s length alone",
}


def quality_sections(
    manifest: Mapping[str, Any], verdicts: Mapping[str, str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the titles and paragraphs of the sections for which there is a report."""
    reports = manifest.get("quality", {})
    if "agreement" in reports:
        yield "Agreement and duplicates", tuple(_agreement(reports["agreement"]))
    if "bias" in reports:
        yield "Bias", tuple(_bias(reports["bias"], verdicts, manifest.get("weighted_claims", 0)))


def _agreement(report: Mapping[str, Any]) -> Iterator[str]:
    yield (
        f"{report['claims']:,} claims were verified more than once, each time by somebody else"
        f" (report of {report['made_on']}). Intervals are 95%."
    )
    for figure in report["figures"]:
        yield f"{_AGREEMENT.get(figure['name'], figure['name'])}: {_value(figure)}."


def _bias(report: Mapping[str, Any], verdicts: Mapping[str, str], weighted: int) -> Iterator[str]:
    yield (
        f"Over {report['claims']:,} claims of the campaign (report of {report['made_on']}):"
        f" {report['verified']:,} with the verdict of a verification, {report['intended']:,} not"
        " verified, with the verdict that the writer intended."
        " The classifiers are linear: what they find is a lower bound on bias."
    )
    figures = {figure["name"]: figure for figure in report["figures"]}
    for name, figure in figures.items():
        majority = figures.get(f"{name}_majority")
        if majority is not None:
            words = _PROBES.get(name, name.replace("_", " "))
            yield (
                f"A classifier that predicts {words} is right for {_value(figure)}; always the most"
                f" frequent answer: {majority['value']:.3f}."
            )
    if "weights_after" in figures:
        yield _weights(figures, weighted)
    for phrase, verdict, part, total in report["phrases"]:
        yield (
            f"“{phrase}” goes with “{verdicts.get(verdict, verdict)}”: {part:,} of {total:,} claims"
            " that have it."
        )


def _weights(figures: Mapping[str, Any], weighted: int) -> str:
    names = ("before", "after", "mean_bias_before", "mean_bias_after")
    before, after, bias_before, bias_after = (figures[f"weights_{name}"]["value"] for name in names)
    probe = figures.get("weights_probe")
    trained = f" The claim-only classifier is then right for {_value(probe)}." if probe else ""
    return (
        "Balancing weights (α, in the internal files for"
        f" {weighted:,} claims) lower the objective from {before:,.1f} to {after:,.1f}, and the"
        f" mean largest bias of {figures['weights_after']['items']:,} pairs of words from"
        f" {bias_before:.3f} to {bias_after:.3f}.{trained}"
    )


def _value(figure: Mapping[str, Any]) -> str:
    interval = ""
    if figure["low"] is not None and figure["high"] is not None:
        interval = f" ({figure['low']:.3f} to {figure['high']:.3f})"
    return f"{figure['value']:.3f}{interval}, n = {figure['items']:,}"
