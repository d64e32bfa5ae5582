"""Table programs that people confirmed or corrected, as they were when a release was frozen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, cast

from django.db.models import Exists, OuterRef, Q, QuerySet

from quality.models import ProgramReading
from releases.dataset.person_hashes import PersonHashes
from releases.dataset.rules.names import PeopleNames, has_mail
from releases.dataset.work import moment_text
from releases.formats.own.work_lines import ProgramLine
from releases.models import Release, ReleaseItem

_AT_ONCE = 500
_EXPORTED = (ProgramReading.State.CONFIRMED, ProgramReading.State.CORRECTED)


class ProgramReader:
    """Reads the programs of a release's claims, those that name somebody left out."""

    def __init__(self, release: Release, listen: Callable[[], None] = lambda: None) -> None:
        assert release.frozen_at is not None
        self._release = release
        self._people = PersonHashes(release.salt)
        self._hidden = PeopleNames(release.frozen.people)
        self._listen = listen

    @property
    def has_any(self) -> bool:
        """Return whether the release has a file of programs."""
        return self._rows().exists()

    def lines(self) -> Iterator[ProgramLine]:
        """Yield the programs in the order of the claims' numbers."""
        numbers = dict(self._items().values_list("claim", "record_id"))
        rows = self._rows().select_related("claim", "claim_version", "page")
        found = sorted(rows.values_list("claim", "page__title", "table", "read_at", "pk"))
        keys = [key for *_, key in sorted(found, key=lambda row: (numbers[row[0]], *row[1:]))]
        for start in range(0, len(keys), _AT_ONCE):
            self._listen()
            some = rows.in_bulk(keys[start : start + _AT_ONCE])
            for key in keys[start : start + _AT_ONCE]:
                row = some[key]
                if not self._names_somebody(row):
                    yield self._line(row, numbers[row.claim_id])

    def _items(self) -> QuerySet[ReleaseItem]:
        return ReleaseItem.objects.filter(release=self._release, claim__isnull=False)

    def _rows(self) -> QuerySet[ProgramReading]:
        until = self._release.frozen_at
        rows = ProgramReading.objects.filter(
            Q(superseded_at=None) | Q(superseded_at__gt=until),
            state__in=_EXPORTED,
            read_at__lte=until,
        )
        # About the text that is released, not an earlier or a later one.
        used = self._items().filter(
            claim=OuterRef("claim"), version__claim_version=OuterRef("claim_version")
        )
        return rows.filter(Exists(used))

    def _names_somebody(self, row: ProgramReading) -> bool:
        texts = (row.claim_version.text, row.program, row.english, row.suggested)
        found = self._hidden.found_in(texts)
        return has_mail("\n".join(texts)) or not found <= self._hidden.found_in([row.page.title])

    def _line(self, row: ProgramReading, number: int) -> ProgramLine:
        return ProgramLine(
            id=number,
            claim=str(row.claim.public_id),
            text=row.claim_version.text,
            page=row.page.title,
            revision=row.page.revision,
            table=row.table,
            program=row.program,
            english=row.english,
            cells=row.cells,
            result=row.result,
            verdict=row.verdict,
            state=cast("Literal['confirmed', 'corrected']", row.state),
            suggested=row.suggested,
            model=row.model_number,
            reader=self._people.name(row.read_by_id),
            read_at=moment_text(row.read_at),
        )
