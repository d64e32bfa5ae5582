"""Programs that read for another process: ended by their limits, and at once when asked to."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from core.readers import Heed, ReaderStoppedError, StopCause, ignore, read_in_program
from tests.config.programs import eventually, is_running


def read(request: str, *, heed: Heed = ignore) -> Iterator[int]:
    return read_in_program(
        "tests.core.endless",
        request,
        seconds=1,
        megabytes=256,
        heed=heed,
    )


def test_what_a_reader_yields_comes_in_order() -> None:
    assert list(read("end")) == [1, 2]


@pytest.mark.parametrize(
    ("request_", "cause"),
    [
        ("spin", StopCause.TIME),
        ("eat", StopCause.MEMORY),
        ("killed", StopCause.MEMORY),
        ("crash", StopCause.CRASH),
    ],
)
def test_a_reader_that_exceeds_a_limit_is_ended_after_what_it_read(
    request_: str, cause: StopCause
) -> None:
    items = read(request_)
    assert [next(items), next(items)] == [1, 2]
    with pytest.raises(ReaderStoppedError) as stopped:
        next(items)
    assert stopped.value.cause is cause


def test_an_error_of_the_reader_is_raised_here() -> None:
    with pytest.raises(ValueError, match="a fault of the file"):
        list(read("raise"))


@pytest.mark.parametrize("request_", ["sleep", "flood"])
def test_who_reads_can_stop_whether_the_reader_is_silent_or_sends_without_end(
    request_: str,
) -> None:
    class Stopped(Exception):
        """Somebody cancels."""

    def stop() -> None:
        raise Stopped

    items = read(request_, heed=stop)
    with pytest.raises(Stopped):
        for _ in items:
            pass


def test_a_reader_ends_with_the_process_that_wants_its_items() -> None:
    script = (
        "from core.readers import read_in_program\n"
        "import core.readers, os, signal\n"
        "start = core.readers.start_program\n"
        "def told(*arguments):\n"
        "    process, pipe = start(*arguments)\n"
        "    print(process.pid, flush=True)\n"
        "    return process, pipe\n"
        "core.readers.start_program = told\n"
        "items = read_in_program('tests.core.endless', 'sleep', seconds=60, megabytes=256)\n"
        "next(items), next(items)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    reader = int(run.stdout)
    eventually(lambda: not is_running(reader), what="The reader ends")
