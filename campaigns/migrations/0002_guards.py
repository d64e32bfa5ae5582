from django.db import migrations

from core import append_only


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0001_initial")]

    operations = [
        append_only.guard("campaigns_guidelinesversion", "campaigns_membership"),
    ]
