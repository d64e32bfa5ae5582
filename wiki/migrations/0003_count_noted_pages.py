import django.db.models.expressions
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("wiki", "0002_guard_sealed_corpora"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="importchunk",
            name="import_chunk_counts",
        ),
        migrations.AddField(
            model_name="importchunk",
            name="note_kinds",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="importchunk",
            name="noted",
            field=models.PositiveIntegerField(
                default=0, help_text="of the pages that were parsed: the parser noted something"
            ),
        ),
        migrations.AddConstraint(
            model_name="importchunk",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("lossy__lte", models.F("pages")),
                    (
                        "noted__lte",
                        django.db.models.expressions.CombinedExpression(
                            models.F("pages"), "-", models.F("taken_over")
                        ),
                    ),
                    ("taken_over__lte", models.F("pages")),
                ),
                name="import_chunk_counts",
            ),
        ),
    ]
