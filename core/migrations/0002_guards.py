from django.db import migrations

from core import append_only


class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]

    operations = [
        append_only.guard("core_auditentry"),
    ]
