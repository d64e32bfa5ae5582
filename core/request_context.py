"""The id of the request or job that the code is working for, which the audit log stores.

It is in the lowest app so that every app may read it; middleware and jobs set it.
"""

from __future__ import annotations

from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
