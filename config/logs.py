"""Structured logs: one JSON object per line, with the id of its request."""

from __future__ import annotations

import logging
from typing import Any

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter as _JsonFormatter

from core.request_context import request_id
from core.secret_links import hide_secrets


class RequestIdFilter(logging.Filter):
    """A filter that adds the id of the current request to every record, or ""."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True


class TextFormatter(logging.Formatter):
    """A formatter for people, without the secrets of links."""

    def format(self, record: logging.LogRecord) -> str:
        return hide_secrets(super().format(record))


class JsonFormatter(_JsonFormatter):
    """A formatter with time, level, logger and message first, then the record's other fields."""

    def __init__(self, *_args: Any, **_options: Any) -> None:
        super().__init__(
            "{levelname}{name}{message}{request_id}",
            style="{",
            rename_fields={"levelname": "level", "name": "logger", "request_id": "request"},
            timestamp="time",
            # Django adds the request and the server's socket, which are useless in JSON.
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

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON, without the secrets of links."""
        return hide_secrets(super().format(record))
