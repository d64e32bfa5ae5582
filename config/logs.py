"""Structured logs: one JSON object a line, each with the id of the request that it belongs to."""

from __future__ import annotations

import logging
from typing import Any

from gunicorn.glogging import Logger as GunicornLogger  # type: ignore[import-untyped]
from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter as _JsonFormatter

from config import environment
from core.request_context import request_id


class RequestIdFilter(logging.Filter):
    """Gives every record the id of the current request; empty outside of one."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True


class JsonFormatter(_JsonFormatter):
    """Time, level, logger and message first, then what the record brings along."""

    def __init__(self, *_args: Any, **_options: Any) -> None:
        super().__init__(
            "{levelname}{name}{message}{request_id}",
            style="{",
            rename_fields={"levelname": "level", "name": "logger", "request_id": "request"},
            timestamp="time",
            # Django hands over the request and the server's socket, which say nothing in JSON.
            reserved_attrs=[*RESERVED_ATTRS, "request", "server_time"],
        )

    def add_fields(
        self,
        log_data: dict[str, Any],
        record: logging.LogRecord,
        message_dict: dict[str, Any],
    ) -> None:
        if not hasattr(record, "request_id"):
            record.request_id = request_id.get()
        super().add_fields(log_data, record, message_dict)


class WebServerLogger(GunicornLogger):
    """gunicorn's own few messages, in the format of all others."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        if environment.text("TOUCHSTONE_LOG_FORMAT") == "json":
            for handler in self.error_log.handlers:
                handler.setFormatter(JsonFormatter())
