"""Log-in by password, for people: machines have tokens alone.

A session of a machine, wherever it came from, is nobody's.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend


class PeopleBackend(ModelBackend):
    """Django's own log-in, which refuses machines as it refuses deactivated people."""

    def user_can_authenticate(self, user: Any) -> bool:
        return super().user_can_authenticate(user) and not user.is_machine
