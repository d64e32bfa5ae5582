"""The WSGI application that gunicorn serves."""

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config import interpreter
from jobs.kinds import load_kinds

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

application = get_wsgi_application()
# Load all views and kinds of jobs before the first request.
import_module(settings.ROOT_URLCONF)
load_kinds()
interpreter.settle()
