"""Limits on how often somebody may try something, and the wait after that.

A count belongs to a key. The first tries are free; each further one makes the wait twice as long,
up to a most. A count that rested for a day is forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

FORGOTTEN_AFTER = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Limit:
    """A number of free tries, and the growth of the wait after them."""

    free: int
    first_wait: timedelta
    longest_wait: timedelta

    def wait_after(self, tries: int) -> timedelta:
        """Return how long to wait after so many failed tries."""
        beyond = tries - self.free
        if beyond < 0:
            return timedelta()
        # Beyond this many doublings every wait is the longest.
        return min(self.first_wait * (1 << min(beyond, 20)), self.longest_wait)


@dataclass(frozen=True, slots=True)
class TryKey:
    """The key that tries are counted for: a kind of try; a name, a source, which may be empty."""

    kind: str
    name: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class TryRule:
    """A key to count for, and its limit, if it has one.

    With `while_many`, the limit holds only while the count of that key is at least `MANY`.
    """

    key: TryKey
    limit: Limit | None
    while_many: TryKey | None = None


_MINUTE, _HOUR = timedelta(minutes=1), timedelta(hours=1)

# One name from one place. The owner of an account elsewhere is not affected.
SAME_NAME_AND_PLACE = Limit(free=8, first_wait=_MINUTE, longest_wait=_HOUR)
# Any names from one place: a lab of people behind one address has room.
SAME_PLACE = Limit(free=60, first_wait=_MINUTE, longest_wait=_HOUR)
# So many wrong passwords for one name, from anywhere, are an attack by many places.
MANY = 100
# One name from one site, during such an attack. Who has not tried yet need not wait, or the
# attackers would lock out the owner; but each further site gains them only a few guesses.
SAME_NAME_AND_SITE = Limit(free=3, first_wait=5 * _MINUTE, longest_wait=12 * _HOUR)
# Mails with reset links.
RESETS_FOR_ADDRESS = Limit(free=3, first_wait=timedelta(minutes=5), longest_wait=12 * _HOUR)
RESETS_FROM_PLACE = Limit(free=20, first_wait=_MINUTE, longest_wait=_HOUR)
