"""A client of Touchstone's API: verify claims, follow jobs, download releases."""

from touchstone_client.answers import (
    Campaign,
    Claim,
    Hit,
    Job,
    Release,
    ReleaseFile,
    Verdict,
    Verification,
)
from touchstone_client.client import Touchstone
from touchstone_client.errors import ApiError, ChecksumError, TouchstoneError, UnsafePathError

__all__ = [
    "ApiError",
    "Campaign",
    "ChecksumError",
    "Claim",
    "Hit",
    "Job",
    "Release",
    "ReleaseFile",
    "Touchstone",
    "TouchstoneError",
    "UnsafePathError",
    "Verdict",
    "Verification",
]
