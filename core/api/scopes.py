"""The purposes of a token. A browser's session may do all that its person may."""

from __future__ import annotations

from enum import StrEnum


class Scope(StrEnum):
    """The kinds of operations: reading, an annotator's work, and everything else that writes."""

    READ = "read"
    ANNOTATE = "annotate"
    MANAGE = "manage"
