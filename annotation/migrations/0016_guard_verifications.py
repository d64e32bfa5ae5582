from django.db import migrations

from annotation import authorship
from core import append_only

TABLES = (
    "annotation_claim",
    "annotation_evidence",
    "annotation_evidenceset",
    # Altered above, which on SQLite has dropped its triggers.
    "annotation_interaction",
    "annotation_verification",
    "annotation_verificationversion",
)


class Migration(migrations.Migration):
    dependencies = [("annotation", "0015_claim_reports")]

    operations = [authorship.tie_copies(), *(append_only.guard(table) for table in TABLES)]
