"""The embedded settings on PostgreSQL, connected as in production; without Redis and proxy."""

import os

import environ

from config.settings.embedded import *

DATABASES = {"default": environ.Env.db_url_config(os.environ["TOUCHSTONE_BENCH_DATABASE_URL"])}
DATABASES["default"]["CONN_MAX_AGE"] = 60
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
