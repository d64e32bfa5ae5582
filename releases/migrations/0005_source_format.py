from typing import Any

from django.db import migrations, models


def name_formats(apps: Any, schema_editor: Any) -> None:
    """What was imported so far was kept as internal lines."""
    releases = apps.get_model("releases", "Release")
    releases.objects.filter(origin="imported").update(source_format="internal")


class Migration(migrations.Migration):

    dependencies = [
        ('releases', '0004_release_checked_with'),
    ]

    operations = [
        migrations.AddField(
            model_name='release',
            name='source_format',
            field=models.CharField(blank=True, default='', max_length=20),
        ),
        migrations.RunPython(name_formats, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='release',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('origin', 'imported'), models.Q(('source_format', ''), _negated=True)), models.Q(('origin', 'built'), ('source_format', '')), _connector='OR'), name='release_source_format_iff_imported'),
        ),
    ]
