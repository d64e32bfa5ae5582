"""Django's app of content types, without the rows that it and `auth` write after a migration.

Roles and memberships define what a person may do; Django's permissions and content types are not
used. Writing them took a third of the time of an initial migration, and of each test's flush.
"""

from django.contrib.contenttypes.apps import ContentTypesConfig
from django.contrib.contenttypes.management import create_contenttypes
from django.db.models.signals import post_migrate


class UnusedContentTypes(ContentTypesConfig):
    """Content types without rows. List it after `django.contrib.auth`: it disconnects that, too."""

    def ready(self) -> None:
        super().ready()
        post_migrate.disconnect(create_contenttypes)
        post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
