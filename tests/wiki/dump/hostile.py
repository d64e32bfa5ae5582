"""A parser that hangs, crashes or uses too much memory if the page's text says so."""

from __future__ import annotations

import os
import signal
import time

from wiki.dump.extraction import parse_page
from wiki.dump.records import SourcePage
from wiki.parsing.page import ParsedPage


def parse(page: SourcePage) -> ParsedPage:
    if "SPIN" in page.text:
        while True:
            pass
    if "SLEEP" in page.text:
        time.sleep(3600)
    if "CRASH" in page.text:
        os.kill(os.getpid(), signal.SIGSEGV)
    if "LEAVE" in page.text:
        os._exit(3)
    if "EAT" in page.text:
        hoard = [bytes(50_000_000) for _ in range(1000)]
        raise AssertionError(f"{len(hoard)} blocks were allocated")
    if "RAISE" in page.text:
        raise ValueError("a fault of the parser")
    return parse_page(page)


def parse_aare(page: SourcePage) -> ParsedPage:
    """Parse the page “Aare”, and fail for all others, which must not be parsed."""
    assert page.title == "Aare"
    return parse_page(page)
