"""Django's app of content types, without the rows that it and `auth` write after a migration.

Roles and memberships say what a person may do; Django's permissions and content types are used
nowhere. Writing them took a third of a migration from nothing, and of each test's flush.
"""

from django.contrib.contenttypes.apps import ContentTypesConfig
from django.contrib.contenttypes.management import create_contenttypes
from django.db.models.signals import post_migrate


class UnusedContentTypes(ContentTypesConfig):
    """Content types, to be listed after `django.contrib.auth`, whose receiver goes as well."""

    def ready(self) -> None:
        super().ready()
        post_migrate.disconnect(create_contenttypes)
        post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
