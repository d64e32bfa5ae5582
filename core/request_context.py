"""Which request, or which job, the code is working for. The audit log keeps it.

It lives in the lowest app so that every app may read it; the middleware above sets it.
"""

from __future__ import annotations

from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
