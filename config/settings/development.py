"""Touchstone for those who change it: embedded, with debug pages and plain static files.

`make dev` starts it, on loopback only. The Content-Security-Policy is that of production: the
toolbar's scripts and styles are files of its own, so that it needs no exception.
"""

from config.settings.embedded import *
from config.settings.embedded import INSTALLED_APPS, LOGGING, MIDDLEWARE, STORAGES

DEBUG = True
# Those who see the toolbar.
INTERNAL_IPS = ["127.0.0.1", "::1"]

INSTALLED_APPS = [*INSTALLED_APPS, "debug_toolbar"]
# Inside of what writes the policy's header, outside of all that is worth measuring.
_inside = MIDDLEWARE.index("csp.middleware.CSPMiddleware") + 1
MIDDLEWARE = [
    *MIDDLEWARE[:_inside],
    "debug_toolbar.middleware.DebugToolbarMiddleware",
    *MIDDLEWARE[_inside:],
]
# Closed, it leaves the desks their room.
DEBUG_TOOLBAR_CONFIG = {"SHOW_COLLAPSED": True}

# WhiteNoise serves each file from where it is written, and looks again at every request.
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# Our own request log has what Django's server would say.
LOGGING["loggers"]["django.server"]["level"] = "WARNING"
