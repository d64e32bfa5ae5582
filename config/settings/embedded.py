"""Settings for one machine without servers: SQLite, a folder as broker, tantivy."""

from config import environment, home_folder
from config.settings.base import *
from config.settings.base import HOME

# Created when something is first stored: see `config.home_folder`.
HOME_FOLDERS = ("broker", "index", "uploads", "imports")

SECRET_KEY = environment.text("TOUCHSTONE_SECRET_KEY")
if not SECRET_KEY:
    SECRET_KEY_FILE = HOME / "secret_key"
    SECRET_KEY = home_folder.read_key(SECRET_KEY_FILE)

ALLOWED_HOSTS = environment.items("TOUCHSTONE_ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": HOME / "touchstone.sqlite3",
        # Immediate transactions wait for their turn instead of failing at the first write;
        # synchronous=FULL, because acknowledged data must be stored.
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }
}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

CELERY_BROKER_URL = "filesystem://"
CELERY_BROKER_TRANSPORT = "config.folder_broker:Transport"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "data_folder_in": str(HOME / "broker"),
    "data_folder_out": str(HOME / "broker"),
    "control_folder": str(HOME / "broker" / "control"),
    "polling_interval": 0.2,
}
CELERY_WORKER_CONCURRENCY = 1

SEARCH_ENGINE = "tantivy"
SEARCH_FOLDER = HOME / "index"
