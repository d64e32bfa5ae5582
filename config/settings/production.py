"""Settings for PostgreSQL, Redis and Elasticsearch, behind an HTTPS proxy."""

import environ

from config import environment

# Before the other settings are read, so that all errors are reported at once.
environment.require_valid(production=True)

from config.settings.base import *

DATABASES = {"default": environ.Env.db_url_config(environment.text("TOUCHSTONE_DATABASE_URL"))}
DATABASES["default"]["CONN_MAX_AGE"] = 60
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": environment.text("TOUCHSTONE_REDIS_URL"),
    }
}

CELERY_BROKER_URL = environment.text("TOUCHSTONE_REDIS_URL")
CELERY_WORKER_CONCURRENCY = environment.number("TOUCHSTONE_WORKER_PROCESSES")

SEARCH_ENGINE = "elasticsearch"

SECURE_SSL_REDIRECT = True
# Health checks use plain HTTP.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
