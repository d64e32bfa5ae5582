"""The WSGI application that gunicorn serves."""

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config import interpreter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

application = get_wsgi_application()
# Load all views before the first request.
import_module(settings.ROOT_URLCONF)
interpreter.settle()
