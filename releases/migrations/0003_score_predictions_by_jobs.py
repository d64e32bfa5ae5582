import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q

STATES = [("waiting", "Being scored"), ("scored", "Scored"), ("refused", "Refused")]


def forget_unscored(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("releases", "PredictionRun").objects.exclude(state="scored").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("jobs", "0002_guard_audit_log"),
        ("releases", "0002_guard_items"),
    ]

    operations = [
        migrations.AddField(
            "predictionrun",
            "job",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="jobs.job",
            ),
        ),
        # What is there was scored while its request waited.
        migrations.AddField(
            "predictionrun",
            "state",
            models.CharField(max_length=8, choices=STATES, default="scored"),
        ),
        migrations.AlterField(
            "predictionrun",
            "state",
            models.CharField(max_length=8, choices=STATES, default="waiting"),
        ),
        migrations.AddField("predictionrun", "faults", models.JSONField(blank=True, null=True)),
        migrations.AlterField("predictionrun", "scores", models.JSONField(blank=True, null=True)),
        migrations.RunPython(migrations.RunPython.noop, forget_unscored),
        migrations.AddConstraint(
            "predictionrun",
            models.CheckConstraint(
                name="prediction_run_state_fits",
                condition=Q(state="waiting", scores__isnull=True, faults__isnull=True)
                | Q(state="scored", scores__isnull=False, faults__isnull=True)
                | Q(state="refused", scores__isnull=True, faults__isnull=False),
            ),
        ),
    ]
