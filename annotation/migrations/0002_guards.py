from django.db import migrations

from annotation.models import authorship
from core import append_only


class Migration(migrations.Migration):
    dependencies = [("annotation", "0001_initial")]

    operations = [
        authorship.tie_copies(),
        append_only.guard("annotation_claim"),
        append_only.guard("annotation_claimversion"),
        append_only.guard("annotation_interaction"),
        append_only.guard("annotation_verification"),
        append_only.guard("annotation_verificationversion"),
        append_only.guard("annotation_evidenceset"),
        append_only.guard("annotation_evidence"),
    ]
