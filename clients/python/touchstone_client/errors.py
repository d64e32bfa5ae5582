"""Errors of the client."""

from __future__ import annotations

from typing import Any


class TouchstoneError(Exception):
    """The base of all errors of the client. Its text is a sentence for people."""


class ApiError(TouchstoneError):
    """A refusal of the site, with its status and its stable code."""

    def __init__(self, status: int, code: str, detail: str, problem: dict[str, Any]) -> None:
        super().__init__(f"{detail or code} ({status} {code})")
        self.status = status
        self.code = code
        self.detail = detail
        self.problem = problem


class UnreachableError(TouchstoneError):
    """The site did not answer, however often it was asked."""


class ChecksumError(TouchstoneError):
    """A downloaded file is not the one that the release lists."""


class UnsafePathError(TouchstoneError):
    """A file of a release would be written outside its folder."""
