"""Gold from and to files: one JSON object a line, all of a file or nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import msgspec

from accounts.models import User
from annotation.models import Claim, Gold, TaskName, Verification
from annotation.rules.calibration.files import (
    GOLD_LINE,
    ClaimGoldLine,
    GoldLine,
    HighlightGoldLine,
    ModelClaim,
)
from annotation.rules.checks.findings import CODES
from annotation.rules.verifying.faults import JudgementRefusedError
from annotation.rules.writing.submissions import MisfitError, WrittenClaim
from annotation.selectors.verifying.verifications import judgement_of
from annotation.services.calibration import gold, gold_drawing
from annotation.services.calibration.gold import GoldDescription, GoldRefusedError
from annotation.services.calibration.line_imports import import_lines
from annotation.services.verifying import confirmations, verifications
from annotation.services.writing import claims
from annotation.services.writing.claim_checks import ClaimsRefusedError
from campaigns.models import Campaign
from campaigns.selectors.protocols import protocol_of
from wiki.models import Page

_REFUSALS = (GoldRefusedError, JudgementRefusedError, MisfitError, ClaimsRefusedError)


def import_gold(
    *,
    campaign: Campaign,
    data: bytes,
    actor: User,
    now: datetime,
    elapsed: Callable[[], float] = time.monotonic,
) -> int:
    """Make gold of every line of a file; return how many lines there were.

    Answers pass the same checks as at the desk. `elapsed` returns the seconds of a running clock.
    """
    return import_lines(
        data,
        GOLD_LINE,
        lambda line: _import_line(campaign, line, actor, now),
        refusals=_REFUSALS,
        elapsed=elapsed,
    )


def _import_line(campaign: Campaign, line: GoldLine, actor: User, now: datetime) -> None:
    description = GoldDescription(
        use=Gold.Use(line.use),
        phase=line.phase,
        try_number=line.try_number,
        difficulty=Gold.Difficulty(line.difficulty),
        why=line.why,
        clause=line.clause,
    )
    if isinstance(line, ClaimGoldLine):
        made = gold.make_claim_gold(
            campaign=campaign, text=line.claim, description=description, actor=actor, now=now
        )
        attempt = gold.answer_gold(gold=made, actor=actor, now=now)
        confirmations.confirm_judgement(attempt=attempt, judgement=line.answer)
        verifications.submit_verification(attempt=attempt, judgement=line.answer, now=now)
        return
    made = gold.make_highlight_gold(
        campaign=campaign,
        page=_page_of(campaign, line),
        source=line.source,
        addresses=line.addresses,
        prescribed=line.prescribed,
        description=description,
        actor=actor,
        now=now,
    )
    attempt = gold.answer_gold(gold=made, actor=actor, now=now)
    written = [
        WrittenClaim(
            slot=claim.slot,
            text=claim.text,
            verdict=claim.verdict,
            tags=claim.tags,
            base=claim.base,
            values=claim.values,
            # A manager's model may do what writers are warned of.
            overridden=CODES,
        )
        for claim in line.claims
    ]
    claims.submit_claims(attempt=attempt, claims=written, now=now)


def _page_of(campaign: Campaign, line: HighlightGoldLine) -> Page:
    sources = {source.name: source for source in protocol_of(campaign).sources}
    if line.source not in sources:
        raise GoldRefusedError("source", "source")
    # PostgreSQL would not even look for it.
    if "\0" in line.page:
        raise GoldRefusedError("page", "page")
    page = Page.objects.filter(corpus=campaign.corpus_id, title=line.page).first()
    if page is None:
        raise GoldRefusedError("page", "page")
    if list(line.addresses) not in gold_drawing.places_in(sources[line.source], page):
        raise GoldRefusedError("address", "addresses")
    return page


def export_gold(campaign: Campaign) -> Iterator[bytes]:
    """Yield the answered gold that is in use, one line each, so that it can be imported again."""
    rows = (
        Gold.objects.filter(campaign=campaign, withdrawn_at=None)
        .select_related("claim", "highlight__page", "answer")
        .order_by("task", "use", "phase", "try_number", "position", "pk")
    )
    for row in rows:
        if row.is_ready:
            yield msgspec.json.encode(_line_of(row)) + b"\n"


def _line_of(row: Gold) -> GoldLine:
    described: dict[str, Any] = {
        "use": row.use,
        "phase": row.phase,
        "try_number": row.try_number,
        "difficulty": row.difficulty,
        "why": row.why,
        "clause": row.clause,
    }
    if row.task == TaskName.VERIFY:
        assert row.claim is not None
        answered = Verification.objects.get(attempt=row.answer)
        judgement = judgement_of(answered.versions.get(number=answered.number))
        plain = {
            "task": "verify",
            "claim": row.claim.text,
            "answer": msgspec.to_builtins(judgement),
        }
        return msgspec.convert(described | plain, ClaimGoldLine)
    assert row.highlight is not None
    return HighlightGoldLine(
        **described,
        page=row.highlight.page.title,
        source=row.highlight.source,
        addresses=row.highlight.addresses,
        prescribed=row.prescribed,
        claims=[_model(claim) for claim in _models(row)],
    )


def _models(row: Gold) -> list[Claim]:
    written = Claim.with_gold.filter(attempt=row.answer).select_related("base")
    return list(written.order_by("pk"))


def _model(claim: Claim) -> ModelClaim:
    return ModelClaim(
        slot=claim.slot,
        text=claim.text,
        verdict=claim.verdict,
        tags=claim.tags,
        base=(claim.base.slot, claim.base.place) if claim.base else None,
    )
