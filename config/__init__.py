"""The highest layer: settings, URLs, the worker, health and logs.

The Celery app is imported here, so that `shared_task` always finds it.
"""

from config.celery import app as celery_app

__all__ = ["celery_app"]
