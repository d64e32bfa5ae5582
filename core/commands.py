"""The base classes of our commands, which say in a sentence what is wrong and how to go on."""

from __future__ import annotations

import os
import signal
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import InterfaceError, OperationalError

from core import database

# The exit codes that shells use for a program that a signal ended.
_INTERRUPTED = 128 + signal.SIGINT
_NOBODY_READS = 128 + signal.SIGPIPE


class TouchstoneCommand(BaseCommand):
    """A command that ends in a sentence, not in a traceback (unless `--traceback` asks for it)."""

    # For a command that takes long: what remains of its work when it is stopped, and how to go on.
    when_stopped = ""

    def run_from_argv(self, argv: list[str]) -> None:
        # What a command writes is for its owner only, and so is what the programs write that
        # `start` starts.
        os.umask(0o077)
        try:
            super().run_from_argv(argv)
            self.stdout.flush()
        except KeyboardInterrupt:
            self.stderr.write(f"Stopped. {self.when_stopped}".rstrip())
            raise SystemExit(_INTERRUPTED) from None
        except BrokenPipeError:
            # The reader of our output has seen enough, as `head` has. Python would complain once
            # more at the end, about output that is still to be written.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if self.when_stopped:
                self.stderr.write(f"Stopped: nobody reads on. {self.when_stopped}")
            raise SystemExit(_NOBODY_READS) from None

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except BrokenPipeError:
            raise
        except (OperationalError, InterfaceError) as error:
            raise CommandError(database.describe_failure(error)) from error
        except OSError as error:
            raise CommandError(_describe(error)) from error


class DatabaseCommand(TouchstoneCommand):
    """A command that needs a database with the tables of this version."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            database.require_database()
        except database.UnusableDatabaseError as error:
            raise CommandError(str(error)) from error
        return super().execute(*args, **options)


def short_text(most: int) -> Callable[[str], str]:
    """Return a `type=` for an argument that becomes a name: a text that fits into the database."""

    def read(text: str) -> str:
        stripped = text.strip()
        if not 1 <= len(stripped) <= most or "\0" in stripped:
            raise ArgumentTypeError(f"must have from 1 to {most:,} characters")
        return stripped

    return read


def _describe(error: OSError) -> str:
    if error.filename is None or error.strerror is None:
        return str(error) or type(error).__name__
    return f"{os.fsdecode(error.filename)}: {error.strerror}."
