"""The requirements of an import, whatever is in its files: a format and a design that fit."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.services import imports as imported_campaigns
from campaigns.protocols import registry
from releases import formats
from releases.dataset.rules.splits import is_part_name
from releases.models import DatasetImport


class ImpossibleImportError(Exception):
    """An import cannot be done as requested, whatever is in its files; the text says why."""


def usual_design(format_name: str) -> str:
    """Return the study design of files of a format, unless somebody says otherwise."""
    return format_name if format_name in registry.PROTOCOLS else registry.DEFAULT


def check_import(*, format_name: str, design: str, purpose: str, parts: Sequence[str]) -> None:
    """Raise ImpossibleImportError where files cannot become what is requested."""
    protocol = registry.get(design)
    refusal = formats.get(format_name).refusal(protocol)
    if refusal:
        raise ImpossibleImportError(
            f"{formats.get(format_name).title} does not go with this study design. {refusal}"
        )
    if purpose == DatasetImport.Purpose.VERIFY and not imported_campaigns.is_verifiable(protocol):
        raise ImpossibleImportError(
            "In this study design people verify what they are given with a highlight, which"
            " imported claims do not have."
        )
    if not parts:
        raise ImpossibleImportError("There is no file.")
    for part in parts:
        if not is_part_name(part):
            raise ImpossibleImportError(
                f"“{part}” cannot be a part. Use letters, digits, - and _, as in “train”."
            )
    if len(set(parts)) < len(parts):
        raise ImpossibleImportError("Two parts have the same name.")
