from django.db import migrations

from annotation.models import authorship
from core import append_only


class Migration(migrations.Migration):
    dependencies = [("annotation", "0001_initial")]

    operations = [
        authorship.tie_copies(),
        append_only.guard(
            "annotation_claim",
            "annotation_claimversion",
            "annotation_interaction",
            "annotation_verification",
            "annotation_verificationversion",
            "annotation_evidenceset",
            "annotation_evidence",
            "annotation_screeninganswer",
            "annotation_screeningtext",
            "annotation_gold",
        ),
    ]
