"""Structured logs."""

import logging

from pythonjsonlogger.json import JsonFormatter as _JsonFormatter


class RequestIdFilter(logging.Filter):
    pass


class JsonFormatter(_JsonFormatter):
    pass
