"""Django's own apps, without the rows that they would write after every migration.

Roles and memberships say what a person may do; Django's permissions and content types are used
nowhere. Writing them took a third of a migration from nothing, and of each test's flush.
"""

from django.contrib.auth.apps import AuthConfig
from django.contrib.contenttypes.apps import ContentTypesConfig
from django.contrib.contenttypes.management import create_contenttypes
from django.db.models.signals import post_migrate


class AuthWithoutPermissions(AuthConfig):
    def ready(self) -> None:
        super().ready()
        post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")


class ContentTypesWithoutRows(ContentTypesConfig):
    def ready(self) -> None:
        super().ready()
        post_migrate.disconnect(create_contenttypes)
