"""The manifest of a release: its counts, and the checksums of its files.

Pure, and without the clock: the same release gives the same manifest.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import msgspec

from releases.formats.files.writing import FileFacts
from releases.papers.facts import ReleaseFacts
from releases.papers.statistics import Statistics, summary

MANIFEST_FORMAT = 1


def json_text(value: Any) -> bytes:
    """Return a value as JSON that people can read."""
    return json.dumps(value, ensure_ascii=False, indent=2).encode() + b"\n"


def manifest(
    facts: ReleaseFacts, statistics: Statistics, files: Sequence[FileFacts]
) -> dict[str, Any]:
    """Return the description of the release in counts and checksums."""
    frozen = facts.frozen
    return {
        "manifest": MANIFEST_FORMAT,
        "campaign": facts.campaign,
        "version": facts.version,
        "note": facts.note,
        "origin": facts.origin,
        **({"warning": facts.warning} if facts.warning else {}),
        "protocol": {"name": facts.protocol.name, "title": facts.protocol.title},
        "code_version": facts.code_version,
        "data_until": facts.data_until,
        "corpus": {"name": facts.corpus, "source": facts.source, "licence": facts.licence},
        "card": facts.card.as_json(),
        **({"people": msgspec.to_builtins(facts.people)} if facts.people else {}),
        "choices": facts.choices.as_json(),
        "resolution": _resolution(facts),
        "split": {
            "unit": facts.protocol.export.split_unit.value,
            "seed": facts.seed,
            "too_large_to_predict_whole": frozen.too_large,
            "left_out_as_too_large_for_their_part": frozen.too_large_for_their_part,
            "short_of": frozen.short,
            "short_because": frozen.short_because,
            "over_by": frozen.over,
            "unbalanced": frozen.unbalanced,
        },
        "left_out": frozen.left_out,
        **({"calibration": _calibration(facts)} if frozen.approvals else {}),
        **({"quality": quality} if (quality := _quality(facts)) else {}),
        "weighted_claims": facts.frozen.weighted,
        **({"added_evidence_sets": frozen.added_sets} if frozen.added_sets else {}),
        "searches_left_out": statistics["searches_left_out"].total(),
        "counts": summary(statistics),
        "statistics": _published(statistics),
        "since": asdict(facts.difference) if facts.difference else None,
        "files": [file.as_json() for file in sorted(files, key=lambda file: file.path)],
    }


def _resolution(facts: ReleaseFacts) -> dict[str, Any]:
    """Return the rule by which a verification counts, and what it changed against the first."""
    frozen, resolution = facts.frozen, facts.protocol.resolution
    otherwise = resolution.otherwise.value if resolution.otherwise else ""
    return {
        # As it was when the claims were chosen; an import has chosen none.
        "rule": frozen.rule or resolution.rule.value,
        "otherwise": (frozen.otherwise if frozen.rule else otherwise) or None,
        "changed_claims": frozen.resolved.changed,
        "changed_verdicts": frozen.resolved.verdicts,
        "adjudicated_claims": frozen.resolved.adjudicated,
    }


def _calibration(facts: ReleaseFacts) -> dict[str, Any]:
    """Return the candidates who were approved, and those decided about, by task."""
    return {
        rate.task: {"approved": rate.approved, "decided": rate.decided}
        for rate in facts.frozen.approvals
    }


def _quality(facts: ReleaseFacts) -> dict[str, Any]:
    """Return the reports; where some labels are withheld, without what would tell of them.

    The reports are over all claims. The most frequent verdict or the share of equal verdicts, less
    what is published, would be that of the withheld part.
    """
    told: dict[str, Any] = msgspec.to_builtins(facts.frozen.reports)
    if facts.choices.withheld:
        told.pop("bias", None)
        for report in told.values():
            report["figures"] = [one for one in report["figures"] if one["name"] != "observed"]
    return told


def _published(statistics: Statistics) -> dict[str, Any]:
    """Return the counters: of people only how much each did, of pages only how many there are."""
    published: dict[str, Any] = statistics.as_json()
    for name, shown in (("authors", "writers"), ("verifiers", "verifiers"), ("pages", "pages")):
        counter = published.pop(name, {})
        published[f"claims_by_{shown}"] = sorted(counter.values(), reverse=True)[:1000]
    return published
