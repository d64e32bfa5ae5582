"""Table programs as people read them: confirmed, corrected or rejected.

What a person stores names what they were shown, so that nothing is stored about another table, text
or suggestion than they saw. Earlier readings are superseded, not changed: releases have them.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction

from accounts.models import User
from annotation.models import Claim, ClaimVersion
from campaigns.services.campaigns import hold_campaign
from core.services import audit
from quality.models import ProgramReading
from quality.selectors.claim_tables import ClaimTable

if TYPE_CHECKING:
    from quality.selectors.claim_programs import OfferedPrograms

State = ProgramReading.State


class ProgramsArchivedError(Exception):
    """The campaign is archived: nothing in it changes."""


class ChangedMeanwhileError(Exception):
    """The claim, the table, the suggestion or the person's own reading is another one now."""


class NothingOfferedError(Exception):
    """The verifier offers no program that could be confirmed or rejected."""


def seen_digest(
    version: ClaimVersion,
    table: ClaimTable,
    offered: OfferedPrograms,
    reading: ProgramReading | None,
) -> str:
    """Return what a person is shown as one text, by which a change is noticed."""
    suggested = offered.first.text if offered.first else ""
    own = reading.public_id if reading else ""
    return f"{version.pk}:{table.digest}:{own}:{suggested}"


def own_reading(claim: Claim, table: ClaimTable, person: User) -> ProgramReading | None:
    """Return what a person made of the programs over a table of a claim."""
    rows = ProgramReading.objects.filter(claim=claim, page=table.page, table=table.source.address)
    return rows.filter(read_by=person, superseded_at=None).first()


@transaction.atomic
def store_reading(
    *,
    version: ClaimVersion,
    table: ClaimTable,
    offered: OfferedPrograms,
    state: State,
    text: str,
    seen: str,
    by: User,
    now: datetime,
) -> ProgramReading:
    """Store what a person makes of the first program that is offered.

    `text` is the program of a correction. The first program as a correction is a confirmation.
    Raise NotationError and NoResultError for what is no program, or has no result.
    """
    from quality.selectors.claim_programs import program_of

    # Locked, so that one person's answers in two windows follow one another.
    if hold_campaign(version.claim.campaign).is_archived:
        raise ProgramsArchivedError
    before = own_reading(version.claim, table, by)
    newest = ClaimVersion.objects.filter(claim=version.claim_id).order_by("-number")[0]
    if newest.pk != version.pk or seen != seen_digest(version, table, offered, before):
        raise ChangedMeanwhileError
    first = offered.first
    if state != State.CORRECTED:
        if first is None:
            raise NothingOfferedError
        program = first
    else:
        program = program_of(text, table)
        if first is not None and program.text == first.text:
            state = State.CONFIRMED
    if before is not None:
        before.superseded_at = now
        before.save(update_fields=["superseded_at"])
    made = ProgramReading.objects.create(
        claim=version.claim,
        claim_version=version,
        page=table.page,
        table=table.source.address,
        table_digest=table.digest,
        state=state,
        program=program.text,
        english=program.english,
        cells=list(program.cells),
        result=program.result,
        verdict="supported" if program.result else "refuted",
        suggested=first.text if first else "",
        model_number=offered.model_number,
        read_at=now,
        read_by=by,
    )
    audit.record(
        actor=by, action="program.read", target=made, now=now, details={"state": made.state}
    )
    return made
