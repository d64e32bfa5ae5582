"""The requirements of an import, whatever is in its files: a format and a design that fit."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.services.campaign import imports as imported_campaigns
from campaigns.protocols import registry
from releases import formats
from releases.dataset.rules.refusals import RefusedError
from releases.dataset.rules.splits import is_part_name
from releases.models import DatasetImport


class ImpossibleImportError(RefusedError):
    """An import cannot be done as requested, whatever is in its files."""


def usual_design(format_name: str) -> str:
    """Return the study design of files of a format, unless somebody says otherwise."""
    return format_name if format_name in registry.PROTOCOLS else registry.DEFAULT


def check_import(*, format_name: str, design: str, purpose: str, parts: Sequence[str]) -> None:
    """Raise ImpossibleImportError where files cannot become what is requested."""
    protocol = registry.get(design)
    refusal = formats.get(format_name).refusal(protocol)
    if refusal is not None:
        raise ImpossibleImportError("format_misfit", format=format_name, reason=refusal)
    if purpose == DatasetImport.Purpose.VERIFY and not imported_campaigns.is_verifiable(protocol):
        raise ImpossibleImportError("needs_highlights")
    if not parts:
        raise ImpossibleImportError("no_file")
    for part in parts:
        if not is_part_name(part):
            raise ImpossibleImportError("part_name", part=part)
    if len(set(parts)) < len(parts):
        raise ImpossibleImportError("parts_alike")
