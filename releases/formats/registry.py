"""All formats, by name. TabFact's and FeverSymmetric's join with their campaigns."""

from __future__ import annotations

from releases.formats.base import DatasetFormat
from releases.formats.fever.claims import FeverFormat
from releases.formats.feverous.claims import FeverousFormat
from releases.formats.own.claims import InternalFormat, PublicFormat

FORMATS: dict[str, DatasetFormat] = {
    one.name: one for one in (FeverousFormat(), FeverFormat(), PublicFormat(), InternalFormat())
}
# Our own: what everybody may have of a claim, and everything about it.
OURS = (PublicFormat.name, InternalFormat.name)


def get(name: str) -> DatasetFormat:
    """Return the format of this name; KeyError where there is none."""
    return FORMATS[name]


def is_public(path: str) -> bool:
    """Return whether everybody who may have a release may have this file of it."""
    written_in = FORMATS.get(path.partition("/")[0])
    return written_in is None or written_in.is_public
