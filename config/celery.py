"""The Celery app. Its tasks only notify workers: the work is described in `jobs.Job`."""

import os

from celery import Celery
from celery.loaders.app import AppLoader

from config.environment import SettingsError, require_settings_module
from core.contributions import load_contributions
from jobs.kinds import load_kinds

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")


class SettingsLoader(AppLoader):
    """Celery's loader, which ends with a message if the settings are invalid."""

    def on_worker_init(self) -> None:
        # Before the worker's processes are forked, so that they share what was imported.
        load_kinds()
        load_contributions()

    def config_from_object(self, obj: object, silent: bool = False) -> None:
        try:
            require_settings_module()
            super().config_from_object(obj, silent=silent)
        except SettingsError as error:
            raise SystemExit(str(error)) from None


app = Celery("touchstone", loader="config.celery:SettingsLoader")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# By its name: only a worker loads it, with the code of workers.
app.steps["consumer"].add("jobs.bootstep:Sweeper")
