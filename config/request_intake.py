"""The bytes of a request while they arrive, before a thread handles it.

A thread that reads from a client may have to wait forever: one half-sent body per thread would stop
the site. So the server's loop, which waits for all clients at once, collects a request first; a
thread starts when the request is complete or, for a large body, when its first mebibyte has
arrived. Here are no sockets and no server.
"""

from __future__ import annotations

import re
from io import BytesIO

# A larger head is passed to the parser, which refuses it.
MOST_HEAD = 256 * 1024
# A body up to this size arrives in full before a thread starts.
MOST_WAITED_FOR = 1024 * 1024

_END_OF_HEAD = b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,18})[ \t]*\r\n", re.IGNORECASE)
_CONTINUE = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*\r\n", re.IGNORECASE)


class RequestIntake:
    """The arrived part of a request, and the bytes after it."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._arrived = bytearray()
        self._searched = 0
        # The length of the whole request; unknown until its head is complete.
        self._length: int | None = None
        self.expects_continue = False
        self.is_large = False

    def feed(self, data: bytes) -> None:
        """Add the next bytes of the connection."""
        self._arrived += data
        if self._length is None:
            self._look_for_head()

    @property
    def is_ready(self) -> bool:
        """True if a thread can handle the request without waiting for its client."""
        if self._length is None:
            return len(self._arrived) > MOST_HEAD
        return len(self._arrived) >= (MOST_WAITED_FOR if self.is_large else self._length)

    @property
    def is_empty(self) -> bool:
        return not self._arrived

    def take(self) -> tuple[BytesIO, int]:
        """Return the bytes of the request, and the number of missing bytes.

        Bytes after the request are kept for the next one.
        """
        length = len(self._arrived) if self._length is None else self._length
        taken = bytes(self._arrived[:length])
        rest = bytes(self._arrived[length:])
        missing = length - len(taken)
        self._begin()
        self.feed(rest)
        return BytesIO(taken), missing

    def _look_for_head(self) -> None:
        end = self._arrived.find(_END_OF_HEAD, self._searched)
        if end < 0:
            # The end may be divided between two reads.
            self._searched = max(0, len(self._arrived) - len(_END_OF_HEAD) + 1)
            return
        head = bytes(self._arrived[: end + len(_END_OF_HEAD)])
        announced = _LENGTH.search(head)
        body = int(announced.group(1)) if announced else 0
        self._length = len(head) + body
        self.is_large = body > MOST_WAITED_FOR
        self.expects_continue = body > 0 and _CONTINUE.search(head) is not None
