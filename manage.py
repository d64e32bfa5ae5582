#!/usr/bin/env python
"""Touchstone's command line: `python manage.py help` lists the commands."""

import os
import signal
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    try:
        from django.core.management import execute_from_command_line

        from config.environment import SettingsError, require_settings_module

        try:
            require_settings_module()
            execute_from_command_line(sys.argv)
        except SettingsError as error:
            sys.exit(str(error))
    except KeyboardInterrupt:
        # Our commands answer Ctrl-C themselves (`core.commands`), once they are loaded.
        sys.stderr.write("Stopped.\n")
        sys.exit(128 + signal.SIGINT)


if __name__ == "__main__":
    main()
