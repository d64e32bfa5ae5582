from django.db import migrations

from core import append_only


class Migration(migrations.Migration):
    dependencies = [("releases", "0001_initial")]

    operations = [
        append_only.guard(
            "releases_acceptedevidence",
            "releases_acceptedset",
            "releases_addedset",
            "releases_evidencejudgement",
            "releases_importedrecord",
            "releases_pooledset",
            "releases_releaseitem",
        ),
    ]
