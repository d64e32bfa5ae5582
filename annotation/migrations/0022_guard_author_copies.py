from django.db import migrations

from core import append_only


class Migration(migrations.Migration):
    """The copy of a claim's author may be empty by now, which on PostgreSQL no key looks at."""

    dependencies = [("annotation", "0021_calibration")]

    operations = [append_only.guard("annotation_verification")]
