"""All formats, by name. TabFact's and FeverSymmetric's join with their campaigns."""

from __future__ import annotations

from releases.formats.base import DatasetFormat
from releases.formats.fever import FeverFormat
from releases.formats.feverous import FeverousFormat
from releases.formats.own import InternalFormat, PublicFormat

FORMATS: dict[str, DatasetFormat] = {
    one.name: one for one in (FeverousFormat(), FeverFormat(), PublicFormat(), InternalFormat())
}


def get(name: str) -> DatasetFormat:
    """The format of this name; KeyError where there is none."""
    return FORMATS[name]
