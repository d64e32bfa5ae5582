from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0016_guard_verifications")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="is_demonstration",
            field=models.BooleanField(default=False),
        ),
    ]
