"""`manage.py corpora`: a list of the corpora with their pages and imports."""

from __future__ import annotations

from typing import Any

from core.commands import DatabaseCommand
from wiki.selectors import corpora, imports


class Command(DatabaseCommand):
    help = "List the corpora with their pages and imports."

    def handle(self, *args: Any, **options: Any) -> None:
        rows = corpora.corpora_with_counts(None)
        if not rows:
            self.stdout.write("There are no corpora. Create one with `import_dump FILE`.")
        for row in rows:
            state = "sealed" if row.corpus.is_sealed else "open"
            self.stdout.write(
                f"{row.corpus.name}: {state}, {row.pages:,} pages, {row.redirects:,} redirects"
            )
            for source in imports.imports_of(row.corpus):
                totals = imports.totals_of(source)
                line = f"  {source.file_name}: {source.state}, {totals.pages:,} pages"
                self.stdout.write(f"{line}; {source.reason}" if source.reason else line)
