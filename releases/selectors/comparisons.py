"""Two releases of a campaign compared claim by claim, in the database: by what both have frozen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db import connection

from releases.models import Release, ReleaseItem

_CLAIMS_AT_ONCE = 500


class ChangeKind(StrEnum):
    """The ways in which a claim differs between two releases."""

    ADDED = "added"
    REMOVED = "removed"
    TEXT = "text"
    VERDICT = "verdict"
    EVIDENCE = "evidence"
    SPLIT = "split"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeFilter:
    """The differences to list; what is empty does not matter."""

    kind: ChangeKind | None = None
    # Verdicts in the older and in the newer release.
    before: str = ""
    after: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True)
class ChangeCounts:
    """The numbers of claims by how they differ; a claim may differ in several ways."""

    same: int
    changed: int
    by_kind: dict[ChangeKind, int]


@dataclass(frozen=True, slots=True)
class ChangedClaim:
    """A claim that differs; an item is None in a release that does not have the claim."""

    record_id: int
    before: ReleaseItem | None
    after: ReleaseItem | None
    kinds: tuple[ChangeKind, ...]

    @property
    def newest(self) -> ReleaseItem:
        """The item of the newer of the releases that have the claim."""
        found = self.after or self.before
        assert found is not None, "a claim of a comparison is in one of the releases"
        return found


class ReleaseComparison:
    """Two releases of one campaign; `parts` are those of each whose labels may be read."""

    def __init__(
        self,
        before: Release,
        after: Release,
        parts: tuple[Sequence[str], Sequence[str]],
    ) -> None:
        self.before = before
        self.after = after
        self.sql, self._parameters = _joined(before, after, *parts)

    def counts(self) -> ChangeCounts:
        """Return how many claims differ, in which ways."""
        kinds = list(ChangeKind)
        sums = ", ".join(f"COALESCE(SUM(is_{kind}), 0)" for kind in kinds)
        changed, same, *by_kind = self.read(
            f"SELECT COALESCE(SUM({_ANY}), 0), COALESCE(SUM(1 - {_ANY}), 0), {sums}"  # noqa: S608
            f" FROM ({self.sql}) compared"
        )[0]
        return ChangeCounts(
            int(same), int(changed), dict(zip(kinds, map(int, by_kind), strict=True))
        )

    def verdicts(self) -> dict[tuple[str, str], int]:
        """Return by old and new verdict the number of claims that are in both releases."""
        rows = self.read(
            "SELECT old_verdict, new_verdict, COUNT(*)"  # noqa: S608
            f" FROM ({self.sql}) compared WHERE is_added = 0 AND is_removed = 0"
            " GROUP BY old_verdict, new_verdict ORDER BY old_verdict, new_verdict"
        )
        return {(old, new): int(count) for old, new, count in rows}

    def changes(self, wanted: ChangeFilter) -> ChangeList:
        """Return the claims that differ, by their ids."""
        return ChangeList(self, wanted)

    def read(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a statement that has `sql` inside."""
        with connection.cursor() as cursor:
            cursor.execute(sql, [*self._parameters, *parameters])
            found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


class ChangeList:
    """Differences as a list for a paginator: only what is shown is read."""

    def __init__(self, comparison: ReleaseComparison, wanted: ChangeFilter) -> None:
        self._comparison = comparison
        self._where, self._parameters = _condition(wanted)

    def count(self) -> int:
        sql = f"SELECT COUNT(*) FROM ({self._comparison.sql}) compared WHERE {self._where}"  # noqa: S608
        return int(self._comparison.read(sql, self._parameters)[0][0])

    def __len__(self) -> int:
        return self.count()

    def __getitem__(self, wanted: slice) -> list[ChangedClaim]:
        start = wanted.start or 0
        return self._claims("", [], limit=wanted.stop - start, offset=start)

    def batches(self) -> Iterator[list[ChangedClaim]]:
        """Yield all of them, some hundreds at a time."""
        last: list[int] = []
        while batch := self._claims(
            " AND record_id > %s" if last else "", last, limit=_CLAIMS_AT_ONCE, offset=0
        ):
            yield batch
            last = [batch[-1].record_id]

    def _claims(
        self, more: str, parameters: Sequence[Any], *, limit: int, offset: int
    ) -> list[ChangedClaim]:
        kinds = list(ChangeKind)
        columns = ", ".join(f"is_{kind}" for kind in kinds)
        rows = self._comparison.read(
            f"SELECT record_id, old_id, new_id, {columns}"  # noqa: S608
            f" FROM ({self._comparison.sql}) compared WHERE {self._where}{more}"
            " ORDER BY record_id LIMIT %s OFFSET %s",
            [*self._parameters, *parameters, limit, offset],
        )
        keys = {key for row in rows for key in row[1:3] if key is not None}
        joined = ReleaseItem.objects.select_related("version__claim_version", "imported")
        items = joined.defer("imported__body").in_bulk(keys)
        return [
            ChangedClaim(
                record_id,
                items.get(old),
                items.get(new),
                tuple(kind for kind, is_so in zip(kinds, flags, strict=True) if is_so),
            )
            for record_id, old, new, *flags in rows
        ]


_ANY = (
    "CASE WHEN is_added + is_removed + is_text + is_verdict + is_evidence + is_split > 0"
    " THEN 1 ELSE 0 END"
)


def _condition(wanted: ChangeFilter) -> tuple[str, list[str]]:
    """Return the filter as SQL over the columns of `_joined`, with its parameters."""
    terms = [f"is_{wanted.kind} = 1" if wanted.kind else f"{_ANY} = 1"]
    parameters = []
    for column, value in (("old_verdict", wanted.before), ("new_verdict", wanted.after)):
        if value:
            terms.append(f"{column} = %s")
            parameters.append(value)
    if wanted.part:
        terms.append("(old_split = %s OR new_split = %s)")
        parameters += [wanted.part, wanted.part]
    return " AND ".join(terms), parameters


def _joined(
    before: Release, after: Release, old_parts: Sequence[str], new_parts: Sequence[str]
) -> tuple[str, list[Any]]:
    """Return SQL for all claims of both releases, each once, with how it differs.

    A claim is left out where one of the releases has it in a part that may not be read: else its
    absence would tell where it is.
    """
    table = connection.ops.quote_name(ReleaseItem._meta.db_table)
    in_both = ", ".join(
        f"CASE WHEN o.id IS NOT NULL AND o.{column} <> n.{column} THEN 1 ELSE 0 END AS is_{kind}"
        for kind, column in _COMPARED.items()
    )
    none = ", ".join(f"0 AS is_{kind}" for kind in _COMPARED)
    sql = (
        "SELECT n.record_id, o.id AS old_id, n.id AS new_id,"  # noqa: S608
        " o.verdict AS old_verdict, n.verdict AS new_verdict,"
        " o.split AS old_split, n.split AS new_split,"
        f" CASE WHEN o.id IS NULL THEN 1 ELSE 0 END AS is_added, 0 AS is_removed, {in_both}"
        f" FROM {table} n LEFT JOIN {table} o"
        " ON o.release_id = %s AND o.record_id = n.record_id"
        f" WHERE n.release_id = %s AND n.split IN {_slots(new_parts)}"
        f" AND (o.id IS NULL OR o.split IN {_slots(old_parts)})"
        " UNION ALL"
        " SELECT o.record_id, o.id, NULL, o.verdict, NULL, o.split, NULL,"
        f" 0 AS is_added, 1 AS is_removed, {none}"
        f" FROM {table} o WHERE o.release_id = %s AND o.split IN {_slots(old_parts)}"
        f" AND NOT EXISTS (SELECT 1 FROM {table} n"
        " WHERE n.release_id = %s AND n.record_id = o.record_id)"
    )
    parameters: list[Any] = [before.pk, after.pk, *new_parts, *old_parts]
    return sql, [*parameters, before.pk, *old_parts, after.pk]


_COMPARED = {
    ChangeKind.TEXT: "text_digest",
    ChangeKind.VERDICT: "verdict",
    ChangeKind.EVIDENCE: "evidence_digest",
    ChangeKind.SPLIT: "split",
}


def _slots(values: Sequence[Any]) -> str:
    return f"({', '.join(['%s'] * len(values)) or 'NULL'})"
