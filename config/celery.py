"""The Celery app. Its tasks only ring: what is to be done stands in `jobs.Job`."""

import os

from celery import Celery

from jobs.bootstep import Sweeper

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

app = Celery("touchstone")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].add(Sweeper)
