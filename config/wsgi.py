"""The WSGI application that gunicorn serves."""

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.utils.module_loading import import_string

from config import interpreter
from core.contributions import load_contributions
from jobs.kinds import load_kinds

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

application = get_wsgi_application()
# Load everything that requests use before the first one.
import_module(settings.ROOT_URLCONF)
import_string(settings.WORKER_APPLICATION)
load_kinds()
load_contributions()
interpreter.settle()
