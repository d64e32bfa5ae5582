"""A parser whose process stands still as soon as the parser is loaded."""

from __future__ import annotations

import os
import signal

from wiki.dump.extraction import parse_page

parse = parse_page
os.kill(os.getpid(), signal.SIGSTOP)
