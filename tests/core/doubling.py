"""A program for the tests of `core.programs`: it doubles numbers, and dies of negative ones."""

from __future__ import annotations

import os
import signal

from core.programs import serve


def double(number: int) -> int:
    if number < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


if __name__ == "__main__":
    serve(double)
