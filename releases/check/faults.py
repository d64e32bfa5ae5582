"""The error of a check."""

from __future__ import annotations

from releases.dataset.rules.refusals import RefusedError


class CheckError(RefusedError):
    """Something is wrong with the release."""
