"""`manage.py collectstatic`: Django's own command, which ends in a sentence."""

from django.contrib.staticfiles.management.commands import collectstatic

from core.commands import TouchstoneCommand


class Command(TouchstoneCommand, collectstatic.Command):
    """Django's command, which ends with a message if the folder cannot be written."""
