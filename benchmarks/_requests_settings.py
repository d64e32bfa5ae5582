"""The settings of `benchmarks/requests.py`: SQLite or PostgreSQL, with the bare view."""

import os

import environ

from config.settings.embedded import *

if "TOUCHSTONE_BENCH_DATABASE_URL" in os.environ:
    DATABASES = {"default": environ.Env.db_url_config(os.environ["TOUCHSTONE_BENCH_DATABASE_URL"])}
    DATABASES["default"]["CONN_MAX_AGE"] = 60
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
ROOT_URLCONF = "benchmarks._requests_urls"
