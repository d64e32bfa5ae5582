"""The WSGI application that gunicorn serves."""

import os
import sys

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

# A thread that comes back from the database or the search engine waits for the one that runs Python
# just then: half a millisecond at most instead of five, which is longer than most searches take.
sys.setswitchinterval(0.0005)

application = get_wsgi_application()
