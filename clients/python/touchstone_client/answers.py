"""The site's answers. Fields that this version does not know are left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign, and your role in it."""

    id: str
    name: str
    state: str
    corpus: str | None
    role: str | None
    writes_claims: bool
    verifies_claims: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict that a campaign offers."""

    name: str
    label: str
    hint: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim in your hands: `attempt` names it to the site."""

    attempt: str
    campaign: str
    corpus: str
    text: str
    verdicts: tuple[Verdict, ...]
    asked: tuple[str, ...]
    lease_until: str | None


@dataclass(frozen=True, slots=True)
class Hit:
    """A page that a search found."""

    title: str


@dataclass(frozen=True, slots=True)
class Verification:
    """A stored verification."""

    id: str
    version: int


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of background work."""

    id: str
    title: str
    state: str
    sentence: str
    progress_done: int
    progress_total: int | None
    progress_note: str
    error: str
    result: Any

    @property
    def is_finished(self) -> bool:
        return self.state in {"succeeded", "failed", "cancelled"}

    @property
    def has_succeeded(self) -> bool:
        return self.state == "succeeded"


@dataclass(frozen=True, slots=True)
class ReleaseFile:
    """A file of a release, by its path in the folder of the recipes."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Release:
    """A release with the files that you may have."""

    version: int
    state: str
    note: str
    files: tuple[ReleaseFile, ...]


def read(kind: type[T], answer: Mapping[str, Any], **changed: Any) -> T:
    """Return an answer as an object of this kind."""
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    return kind(**{name: answer[name] for name in names if name not in changed}, **changed)


def read_claim(answer: Mapping[str, Any]) -> Claim:
    """Return a claim to verify."""
    return read(
        Claim,
        answer,
        text=answer["claim"],
        verdicts=tuple(read(Verdict, verdict) for verdict in answer["verdicts"]),
        asked=tuple(answer["asked"]),
    )


def read_release(answer: Mapping[str, Any]) -> Release:
    """Return a release with its files."""
    files = tuple(read(ReleaseFile, file) for file in answer["files"])
    return read(Release, answer, files=files)
