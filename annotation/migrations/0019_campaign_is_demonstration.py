from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0018_giveaway_lists")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="is_demonstration",
            field=models.BooleanField(default=False),
        ),
    ]
