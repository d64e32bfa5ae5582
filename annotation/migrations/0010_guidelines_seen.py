from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0009_campaign_designed_unless_draft")]

    operations = [
        migrations.AddField(
            model_name="membership",
            name="guidelines_seen",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
