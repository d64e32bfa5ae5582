from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0016_guard_verifications")]

    operations = [
        migrations.AddField(
            model_name="question",
            name="read_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
