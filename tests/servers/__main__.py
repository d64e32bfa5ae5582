"""Run a command beside a real PostgreSQL: `python -m tests.servers postgres -- pytest -m postgres`.

The database of the tests is chosen when Django starts, so the server must be there before.
"""

from __future__ import annotations

import os
import subprocess
import sys

from tests import run_folder
from tests.servers.postgres import postgres_server


def main() -> int:
    if sys.argv[1:3] != ["postgres", "--"]:
        sys.exit("usage: python -m tests.servers postgres -- COMMAND…")
    run_folder.enter()
    with postgres_server() as url:
        environment = {
            **os.environ,
            # Importing our own packages has set it to the embedded settings.
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "TOUCHSTONE_TEST_DATABASE_URL": url,
        }
        return subprocess.run(sys.argv[3:], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
