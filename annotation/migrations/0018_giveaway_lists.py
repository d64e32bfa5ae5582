import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0017_question_read_at")]

    operations = [
        migrations.CreateModel(
            name="GiveAwayList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("phrases", models.JSONField(default=list)),
                ("claims", models.PositiveIntegerField(help_text="how many were counted")),
                ("made_at", models.DateTimeField()),
                (
                    "campaign",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="giveaways",
                        to="annotation.campaign",
                    ),
                ),
            ],
        ),
    ]
