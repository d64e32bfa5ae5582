"""A check of passwords that takes as long as a test wants."""

from __future__ import annotations

import os
import time
from pathlib import Path

from django.contrib.auth.hashers import MD5PasswordHasher

HOLD_VARIABLE = "HOLD_PASSWORD_CHECKS"


class HeldPasswordHasher(MD5PasswordHasher):
    """Does not end while a file is there; the environment names it."""

    def encode(self, password: str, salt: str) -> str:
        hold = Path(os.environ[HOLD_VARIABLE])
        while hold.exists():
            time.sleep(0.02)
        encoded: str = super().encode(password, salt)
        return encoded
