from django.db import migrations, models

from core import append_only

TABLE = "releases_importedrecord"


class Migration(migrations.Migration):
    """PostgreSQL sorts the keys of JSON anew; a line is to be written again as it was."""

    dependencies = [("releases", "0006_dataset_imports")]

    operations = [
        append_only.unguard(TABLE),
        migrations.AlterField(
            model_name="importedrecord",
            name="body",
            field=models.TextField(help_text="the line, as it is in the file"),
        ),
        append_only.guard(TABLE),
    ]
