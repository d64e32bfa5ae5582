"""The context of the adjudication bench: the verification desk with what is decided about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from annotation.models import LONGEST_COMMENT, Adjudication
from annotation.selectors.desk.attempts import campaign_of
from annotation.selectors.review.benches import AdjudicationBench, BlindVerification, bench_of
from annotation.selectors.review.disagreements import others_at
from annotation.selectors.verifying.desk import VerifyingDesk, shown_verdict
from annotation.selectors.verifying.verifications import ShownVersion
from annotation.views.desk.room import PAGE, page_context
from annotation.views.desk.verifying_context import desk_context
from annotation.views.verifications import version_context

# The keys of the bench itself, in `static/touchstone/js/desk/bench/bench.js`.
PATHS_KEY, PAGE_KEY, CAUSE_KEY = "h", "o", "q"
# What is left for taking over sets, one key a set.
_SET_KEYS = "bdmuw"
_BENCH_KEYS = frozenset({PATHS_KEY, PAGE_KEY, CAUSE_KEY, *_SET_KEYS})


def bench_desk_context(shown: VerifyingDesk) -> dict[str, Any]:
    """Return what the page of the bench shows."""
    attempt = shown.attempt
    bench = bench_of(shown.claim, campaign_of(attempt), shown.protocol, attempt.annotator_id)
    letters = [one.label for one in bench.verifications]
    keys = iter(_SET_KEYS)
    in_force = bench.in_force
    return {
        **desk_context(shown, taken=_BENCH_KEYS | set(letters)),
        **_first_page(shown, bench),
        "bench": bench,
        "columns": [_column(shown, one, keys) for one in bench.verifications],
        "bench_data": [one.as_json() for one in bench.verifications],
        "replaces": str(in_force.public_id) if in_force else "",
        "in_force": _in_force(shown, bench),
        "others": others_at(shown.claim, attempt.annotator),
        "causes": Adjudication.Cause.choices,
        "longest_comment": LONGEST_COMMENT,
        "paths_key": PATHS_KEY,
        "page_key": PAGE_KEY,
        "cause_key": CAUSE_KEY,
        # The bench has no queue of one's own to tell of.
        "is_correction": False,
    }


def _first_page(shown: VerifyingDesk, bench: AdjudicationBench) -> dict[str, Any]:
    """Return the page that most of them used, for a bench at which nothing was opened yet."""
    if shown.draft is not None or not bench.pages:
        return {}
    page = page_context(shown.attempt, bench.pages[0].title)
    return {**page, "shown": PAGE} if page is not None else {}


def _column(shown: VerifyingDesk, blind: BlindVerification, keys: Iterator[str]) -> dict[str, Any]:
    version = version_context(shown.protocol, ShownVersion(blind.version, ()))
    return {
        **version,
        "label": blind.label,
        "sets": [(each, next(keys, "")) for each in blind.sets],
        "steps": blind.steps,
    }


def _in_force(shown: VerifyingDesk, bench: AdjudicationBench) -> dict[str, Any] | None:
    """Return the decision in force, as the bench tells of it."""
    if bench.in_force is None:
        return None
    given = bench.in_force.verification
    return {
        "adjudication": bench.in_force,
        "verdict": shown_verdict(shown.protocol, given.verdict) if given else None,
    }
