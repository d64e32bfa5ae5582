"""Limits for files that people upload or import: what may come out of one, and at what cost.

A few kilobytes can unpack to any size, and a database can compute rows without end. The
defaults let a whole Wikipedia dump through.
"""

from __future__ import annotations

from dataclasses import dataclass

GIGABYTE = 2**30


@dataclass(frozen=True, slots=True)
class FileLimits:
    """The limits of one file."""

    # Processor time without another page or line, in the program that reads the file.
    seconds: int = 60
    # Memory of that program.
    megabytes: int = 1024
    # The size of the file, unpacked.
    gigabytes: int = 2048
    # The size of the file, unpacked, as a multiple of its size on disk.
    ratio: int = 100
    # The size that every file may have, unpacked.
    allowed_bytes: int = GIGABYTE
    # Lines, blank ones included, or rows of a database.
    lines: int = 200_000_000
    # XML elements of a page, or JSON values of a line.
    elements: int = 2_000_000

    def unpacked_bytes(self, size: int) -> int:
        """Return how large a packed file of this size may become."""
        return min(self.gigabytes * GIGABYTE, max(self.allowed_bytes, self.ratio * size))


DEFAULT_FILE_LIMITS = FileLimits()


def count_values(line: bytes) -> int:
    """Return an upper bound of the number of JSON values in a line, without reading it.

    Punctuation in texts counts, too. A value takes up to thirty times its three bytes in memory.
    """
    return line.count(b",") + line.count(b"[") + line.count(b"{") + 1
