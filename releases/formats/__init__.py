"""The formats that a dataset is written in and read from, by name. Pure."""

from releases.formats.base import DatasetFormat, FormatError
from releases.formats.registry import FORMATS, OURS, get, is_public

__all__ = ["FORMATS", "OURS", "DatasetFormat", "FormatError", "get", "is_public"]
