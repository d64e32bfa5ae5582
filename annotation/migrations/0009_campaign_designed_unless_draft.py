from django.db import migrations, models
from django.db.models import Q


def return_to_draft(apps, schema_editor):
    """Campaigns of the first versions were open before there was any design."""
    campaigns = apps.get_model("annotation", "Campaign").objects
    campaigns.filter(Q(protocol__isnull=True) | Q(corpus__isnull=True)).update(state="draft")


class Migration(migrations.Migration):
    dependencies = [("annotation", "0008_questions")]

    operations = [
        migrations.RunPython(return_to_draft, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=Q(("state", "draft"))
                | Q(("corpus__isnull", False), ("protocol__isnull", False)),
                name="campaign_designed_unless_draft",
            ),
        ),
    ]
