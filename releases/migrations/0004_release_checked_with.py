from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("releases", "0003_score_predictions_by_jobs")]

    operations = [
        migrations.AddField(
            "release", "checked_with", models.JSONField(blank=True, default=list)
        ),
    ]
