from django.db import migrations

from core import append_only

TABLES = (
    "annotation_claimversion",
    "annotation_guidelinesversion",
    "annotation_interaction",
)


class Migration(migrations.Migration):
    dependencies = [("annotation", "0006_interactions")]

    operations = [append_only.guard(table) for table in TABLES]
