"""Settings for developers: embedded, with debug pages and plain static files.

`make dev` uses them, on loopback only. The Content-Security-Policy is that of production: the
toolbar's scripts and styles are separate files, so it needs no exception.
"""

from config.settings.embedded import *
from config.settings.embedded import INSTALLED_APPS, LOGGING, MIDDLEWARE, STORAGES

DEBUG = True
# The addresses that see the toolbar.
INTERNAL_IPS = ["127.0.0.1", "::1"]

INSTALLED_APPS = [*INSTALLED_APPS, "debug_toolbar"]
# Inside the middleware that writes the policy's header, outside everything worth measuring.
_inside = MIDDLEWARE.index("csp.middleware.CSPMiddleware") + 1
MIDDLEWARE = [
    *MIDDLEWARE[:_inside],
    "debug_toolbar.middleware.DebugToolbarMiddleware",
    *MIDDLEWARE[_inside:],
]
# Collapsed, it leaves more space for the desks.
DEBUG_TOOLBAR_CONFIG = {"SHOW_COLLAPSED": True}

# WhiteNoise serves each file from its source, and checks for changes at every request.
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# The request log replaces the messages of Django's server.
LOGGING["loggers"]["django.server"]["level"] = "WARNING"
