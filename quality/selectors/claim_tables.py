"""The tables that a claim is about: that of the verifier's objection, and those of the evidence."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

import msgspec
from django.db.models import F

from annotation.models import Claim, Evidence
from assist.selectors.stored_pages import StoredPages
from quality.models import Objection, ProgramReading
from verifier.retrieval.source import SourceTable
from verifier.tables.table import DataTable, UnreadableTableError, read_table
from wiki.models import Corpus, Page
from wiki.parsing.addresses import AddressKind, parse

MOST_TABLES = 20


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A table by its page and address."""

    page: str
    address: str


@dataclass(frozen=True, slots=True)
class ClaimTable:
    """A table as programs see it, with a digest that changes when the table does."""

    page: Page
    source: SourceTable
    data: DataTable
    digest: str

    @property
    def caption(self) -> str:
        """The words around the table that a claim may say, too."""
        return " ".join((self.source.page, *self.source.sections, self.source.caption))


def tables_of(claim: Claim) -> list[TablePlace]:
    """Return the tables of a claim, in the order of the screen."""
    objection = Objection.objects.filter(claim=claim).exclude(table="").first()
    found = {TablePlace(objection.page, objection.table): None} if objection else {}
    rows = Evidence.objects.filter(
        evidence_set__version__verification__claim=claim,
        evidence_set__version__verification__void_since=None,
        evidence_set__version__number=F("evidence_set__version__verification__number"),
    )
    for title, address in rows.order_by("evidence_set", "position").values_list(
        "page__title", "address"
    ):
        block = parse(address).block
        if block.kind is AddressKind.TABLE:
            found.setdefault(TablePlace(title, str(block)))
    return list(found)[:MOST_TABLES]


def read_claim_table(corpus: Corpus, place: TablePlace) -> ClaimTable | None:
    """Return a table with its digest, or None if the corpus has none there that can be read."""
    page = Page.objects.filter(corpus=corpus, title=place.page).first()
    read = StoredPages(corpus).page(place.page) if page is not None else None
    for source in read.tables if read is not None else ():
        if page is not None and source.address == place.address:
            try:
                data = read_table(source.header, source.rows)
            except UnreadableTableError:
                return None
            content = msgspec.json.encode([source.caption, source.header, source.rows])
            return ClaimTable(page, source, data, sha256(content).hexdigest()[:32])
    return None


def readings_of(claim: Claim) -> list[ProgramReading]:
    """Return what people made of the programs of a claim, the newest first."""
    rows = ProgramReading.objects.filter(claim=claim, superseded_at=None)
    joined = rows.select_related("read_by", "page", "claim_version")
    return list(joined.order_by("-read_at", "-pk"))
