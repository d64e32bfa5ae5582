"""Refusals: why a line, a file or an option is not accepted, as codes with parameters. Pure.

`releases.messages` has their words, in the reader's language.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, field

# A value at fault may be all of a line.
_LONGEST_VALUE = 200


class RefusalReason(Struct, frozen=True):
    """A code with what its words need; a parameter may be a refusal itself."""

    code: str
    parameters: dict[str, str | int | RefusalReason] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    @classmethod
    def from_json(cls, plain: Any) -> RefusalReason:
        """Read what `as_json` gave."""
        return msgspec.convert(plain, cls)


def refusal(code: str, /, **parameters: str | int | RefusalReason) -> RefusalReason:
    """Return a refusal, with texts cut to a length that people read."""
    return RefusalReason(code, {name: _shortened(value) for name, value in parameters.items()})


class RefusedError(Exception):
    """The base of errors that say why something is refused."""

    def __init__(
        self, code: str | RefusalReason, /, **parameters: str | int | RefusalReason
    ) -> None:
        self.refusal = code if isinstance(code, RefusalReason) else refusal(code, **parameters)
        super().__init__(self.refusal)


def _shortened(value: str | int | RefusalReason) -> str | int | RefusalReason:
    if isinstance(value, str) and len(value) > _LONGEST_VALUE:
        return f"{value[:_LONGEST_VALUE]}…"
    return value
