"""The log of the web server, apart from `config.logs`: only the web server imports gunicorn."""

from __future__ import annotations

from typing import Any

from gunicorn.glogging import Logger as GunicornLogger  # type: ignore[import-untyped]

from config import environment
from config.logs import JsonFormatter, TextFormatter


class WebServerLogger(GunicornLogger):
    """A logger that writes gunicorn's own messages in the same format as all others."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        is_json = environment.text("TOUCHSTONE_LOG_FORMAT") == "json"
        for handler in self.error_log.handlers:
            handler.setFormatter(
                JsonFormatter() if is_json else TextFormatter(self.error_fmt, self.datefmt)
            )
