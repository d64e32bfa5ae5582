"""Settings of the workers that the kill tests start: embedded, impatient, on a given broker.

A module of its own, because a worker is a process of its own: what a test overrides does not
reach it.
"""

import os

import environ

from config.settings.embedded import *  # noqa: F403

JOB_HEARTBEAT_SECONDS = 0.25

if "TOUCHSTONE_TEST_BROKER" in os.environ:
    CELERY_BROKER_URL = os.environ["TOUCHSTONE_TEST_BROKER"]
    CELERY_BROKER_TRANSPORT_OPTIONS = {}
if "TOUCHSTONE_TEST_WORKER_DATABASE" in os.environ:
    DATABASES = {
        "default": environ.Env.db_url_config(os.environ["TOUCHSTONE_TEST_WORKER_DATABASE"])
    }
