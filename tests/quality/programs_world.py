"""A campaign with a claim about a table, and a model that has programs for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from annotation.models import Claim, ClaimVersion
from assist.models import ModelVersion
from quality.models import ProgramReading
from quality.selectors.claim_programs import OfferedPrograms, offered_programs
from quality.selectors.claim_tables import ClaimTable, TablePlace, read_claim_table, tables_of
from quality.services import programs
from tests.annotation.verifying_world import (
    Desk,
    element,
    judgement,
    make_desk,
    submit_confirmed,
    take,
    unsealed,
    verified_by,
)
from tests.assist.world import (
    make_river_table,
    store_version,
    train_small_model,
    train_small_tables,
)
from tests.people import NOW

TEXT = "There are 3 rivers in Ostrava."
PROGRAM = 'eq(count(is(rows, "country", "ostrava")), 3)'


@dataclass(frozen=True, slots=True)
class TableDesk:
    """The campaign, its claim about the table of rivers, and that table."""

    desk: Desk
    claim: Claim
    page: str

    @property
    def version(self) -> ClaimVersion:
        version = ClaimVersion.objects.filter(claim=self.claim).order_by("-number")[0]
        version.claim = Claim.objects.select_related("campaign__corpus").get(pk=self.claim.pk)
        return version

    @property
    def table(self) -> ClaimTable:
        place = next(each for each in tables_of(self.claim) if each.page == self.page)
        return self.table_at(place)

    def table_at(self, place: TablePlace) -> ClaimTable:
        assert self.desk.campaign.corpus is not None
        found = read_claim_table(self.desk.campaign.corpus, place)
        assert found is not None
        return found

    @property
    def offered(self) -> OfferedPrograms:
        return offered_programs(self.version.text, self.table)

    @property
    def seen(self) -> str:
        own = programs.own_reading(self.claim, self.table, self.desk.manager)
        return programs.seen_digest(self.version, self.table, self.offered, own)

    def read(self, state: str, text: str = "", **changes: object) -> ProgramReading:
        """Store what the manager makes of the first program."""
        given = {
            "version": self.version,
            "table": self.table,
            "offered": self.offered,
            "state": ProgramReading.State(state),
            "text": text,
            "seen": self.seen,
            "by": self.desk.manager,
            "now": NOW,
        }
        return programs.store_reading(**(given | changes))  # type: ignore[arg-type]


def train_models(folder: Path) -> None:
    """Write models that know about years and rivers into a folder."""
    train_small_model(folder)
    train_small_tables(folder)


def make_table_desk(files: Path) -> TableDesk:
    """Return a campaign in which a claim about a table was verified, with a model in use."""
    desk = make_desk(protocol=verified_by(1))
    assert desk.campaign.corpus is not None
    with unsealed(desk.campaign.corpus):
        page = make_river_table(desk.campaign.corpus)
        Claim.objects.filter(campaign=desk.campaign).update(text=TEXT)
        ClaimVersion.objects.filter(claim__campaign=desk.campaign).update(text=TEXT)
    if not ModelVersion.objects.filter(is_in_use=True).exists():
        store_version(files, number=3)
    taken = take(desk)
    cells = [element(f"cell_0_{row}_2", page) for row in (1, 3, 5)]
    submit_confirmed(attempt=taken.attempt, judgement=judgement(cells), now=NOW)
    claim = taken.assignment.claim
    claim.refresh_from_db()
    return TableDesk(desk, claim, page)
