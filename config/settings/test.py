"""Settings of the tests: embedded, in temporary folders; PostgreSQL if requested.

`TOUCHSTONE_TEST_DATABASE_URL` is set by `python -m tests.servers`, which starts the server.
"""

import os
import tempfile
from pathlib import Path

import environ

from tests import run_folder

# The home folder must be chosen before the embedded settings read it. Each process has its own;
# all are deleted at the end of the run.
os.environ["TOUCHSTONE_HOME"] = tempfile.mkdtemp(prefix="home-", dir=run_folder.enter())
os.environ.setdefault("TOUCHSTONE_LOG_LEVEL", "WARNING")

from config.settings.embedded import *
from config.settings.embedded import DATABASES, HOME

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
JOB_HEARTBEAT_SECONDS = 0.5
# Searches are answered even if the machine is busy; tests of the limits set their own.
SEARCH_ANSWER_SECONDS = SEARCH_PATTERN_SECONDS = 30.0
SEARCH_EXCERPT_SECONDS = SEARCH_IN_PAGE_SECONDS = 30.0
PROBE_SECONDS = 30.0
# It starts a process each time; its own tests turn it on.
CHECK_WITH_OFFICIAL_TOOLS = False

if "TOUCHSTONE_TEST_DATABASE_URL" in os.environ:
    DATABASES["default"] = environ.Env.db_url_config(os.environ["TOUCHSTONE_TEST_DATABASE_URL"])
else:
    # A file, not memory: threads and the server of the browser tests share it.
    DATABASES["default"]["TEST"] = {"NAME": Path(HOME) / "test.sqlite3"}
