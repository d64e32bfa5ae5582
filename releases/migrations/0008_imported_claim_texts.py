import json
from typing import Any

from django.db import migrations, models

from core import append_only

TABLE = "releases_importedrecord"


def copy_claims(apps: Any, schema_editor: Any) -> None:
    """One line at a time: a line may be of any length."""
    records = apps.get_model("releases", "ImportedRecord").objects
    for pk in list(records.order_by("pk").values_list("pk", flat=True)):
        line = json.loads(records.values_list("body", flat=True).get(pk=pk))
        records.filter(pk=pk).update(claim=line["claim"])


class Migration(migrations.Migration):
    """A list of claims need not read the lines, which may be long."""

    dependencies = [("releases", "0007_imported_lines_as_text")]

    operations = [
        append_only.unguard(TABLE),
        migrations.AddField(
            model_name="importedrecord",
            name="claim",
            field=models.TextField(default="", help_text="the claim of the line"),
            preserve_default=False,
        ),
        migrations.RunPython(copy_claims, migrations.RunPython.noop),
        append_only.guard(TABLE),
    ]
