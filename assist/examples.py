"""Claims with evidence as examples to learn from: pairs of texts, and statements about tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from assist.claim_sources import GoldClaim
from assist.selectors.stored_pages import StoredPages
from verifier.retrieval.source import ReadPage, SourceSentence, SourceTable
from verifier.tables.table import DataTable, UnreadableTableError, read_table
from verifier.tables.training import TableExample
from verifier.text.model import NOT_ENOUGH, SUPPORTS
from verifier.text.sampling import TextExample

# Of a claim's evidence sets: further ones say the same again.
_MOST_SETS = 3


@dataclass(slots=True)
class CollectedExamples:
    """All examples of a training, and the tables that statements are about."""

    pairs: list[TextExample] = field(default_factory=list)
    statements: list[TableExample] = field(default_factory=list)
    tables: dict[str, DataTable] = field(default_factory=dict)
    pages: set[str] = field(default_factory=set)
    claims: int = 0
    left_out: int = 0

    def add(self, claim: GoldClaim, pages: StoredPages) -> None:
        """Add what can be learned from a claim."""
        self.claims += 1
        pairs, statements = len(self.pairs), len(self.statements)
        if not any(claim.sets) and claim.label == NOT_ENOUGH:
            # It is given a sentence of another pair.
            self.pairs.append(TextExample(claim.text, (), claim.label))
        for elements in claim.sets[:_MOST_SETS]:
            self._add_set(claim, elements, pages)
        self.left_out += (pairs, statements) == (len(self.pairs), len(self.statements))

    def _add_set(
        self, claim: GoldClaim, elements: Iterable[tuple[str, str]], pages: StoredPages
    ) -> None:
        sentences: list[SourceSentence] = []
        tables: dict[tuple[str, str], SourceTable] = {}
        for title, address in elements:
            page = pages.page(title)
            if page is None:
                # A part of the evidence would say something else.
                return
            found = [one for one in page.sentences if one.address == address]
            sentences += found
            table = _table_with(page, address)
            if table is not None:
                tables[title, table.address] = table
            elif not found:
                return
        # Sentences beside a table say half, and so does a table beside sentences.
        if sentences and not tables:
            self.pages.update(sentence.page for sentence in sentences)
            self.pairs.append(_pair(claim, sentences))
        # Programs say true or false of one table.
        if len(tables) == 1 and not sentences and claim.label != NOT_ENOUGH:
            [((title, name), table)] = tables.items()
            self.pages.add(title)
            self._add_statement(claim, f"{title} / {name}", table)

    def _add_statement(self, claim: GoldClaim, key: str, table: SourceTable) -> None:
        if key not in self.tables:
            try:
                self.tables[key] = read_table(table.header, table.rows)
            except UnreadableTableError:
                return
        caption = " ".join((table.page, *table.sections, table.caption))
        self.statements.append(
            TableExample(key, claim.text, caption, label=claim.label == SUPPORTS)
        )


def _pair(claim: GoldClaim, sentences: list[SourceSentence]) -> TextExample:
    """Return a pair whose titles are kept apart, so that any sentence can be removed."""
    return TextExample(
        claim.text,
        tuple(sentence.text for sentence in sentences),
        claim.label,
        sentences[0].page,
        titles=tuple(sentence.page for sentence in sentences),
    )


def _table_with(page: ReadPage, address: str) -> SourceTable | None:
    """Return the table of which an address is a cell."""
    return next(
        (table for table in page.tables if any(address in row for row in table.addresses)), None
    )
