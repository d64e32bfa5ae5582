"""The top of the house: settings, URLs, the worker, health and logs.

The Celery app is imported here so that `shared_task` finds it wherever Django starts.
"""

from config.celery import app as celery_app

__all__ = ["celery_app"]
