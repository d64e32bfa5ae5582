"""Templates that stand in a dump: collected before its pages are imported, removed at the end.

The file can always be made again from the dump, and is then the same: an import that was stopped
or goes on at another host needs nothing of the earlier run.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings

from wiki.dump.bounded import BoundedDump
from wiki.dump.records import ArticleSelection, PageFormat
from wiki.dump.template_file import TemplateFile, write_templates
from wiki.models import Import

# Called with the position in the dump.
Report = Callable[[int], None]

# How long the file of an import that is not running waits for somebody to resume it.
_KEPT = timedelta(days=7)


def ignore_position(position: int) -> None:
    """Do nothing: nobody looks at the progress."""


def collect_templates(
    dump: BoundedDump, selection: ArticleSelection, *, key: str, report: Report
) -> str:
    """Write the templates of a dump to the file for this key, and return a hash of them."""
    if dump.format is not PageFormat.WIKITEXT:
        return ""
    path = _path(key)
    if not path.exists():
        write_templates(path, dump.templates(selection=selection), report)
    file = TemplateFile(path)
    try:
        return file.digest
    finally:
        file.close()


def key_of(fingerprint: str, options_digest: str) -> str:
    """Return the name of a dump's templates: other titles may need others."""
    return f"{fingerprint}-{options_digest}" if options_digest else fingerprint


def find_templates(source: Import) -> Path | None:
    """Return the file with the templates for an import, if there is one."""
    path = _path(key_of(source.fingerprint, source.options_digest))
    return path if path.exists() else None


def remove_templates(source: Import) -> None:
    """Remove the file of an import that is done, unless another import uses it."""
    key = key_of(source.fingerprint, source.options_digest)
    if not _is_used(key, but=source):
        _path(key).unlink(missing_ok=True)


def remove_old_templates(*, now: datetime) -> int:
    """Remove the files of imports that nobody resumes. Return their number."""
    removed = 0
    for path in _folder().glob("*"):
        with suppress(FileNotFoundError):  # Another worker has just removed it.
            written_at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
            if written_at < now - _KEPT and not _is_used(path.name.partition(".")[0]):
                path.unlink()
                removed += 1
    return removed


def _is_used(key: str, *, but: Import | None = None) -> bool:
    fingerprint, _, options_digest = key.partition("-")
    running = Import.objects.filter(
        fingerprint=fingerprint, options_digest=options_digest, state=Import.State.RUNNING
    )
    return (running.exclude(pk=but.pk) if but else running).exists()


def _folder() -> Path:
    return Path(settings.HOME, "templates")


def _path(key: str) -> Path:
    return _folder() / f"{key}.sqlite"
