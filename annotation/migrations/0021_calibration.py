from django.db import migrations, models
from django.db.models import Q

from core import append_only

AT_ONE_THING = (
    Q(purpose="write", highlight__isnull=False, claim__isnull=True, assignment__isnull=True)
    | Q(purpose="verify", highlight__isnull=True, claim__isnull=False, assignment__isnull=False)
    | Q(
        purpose__in=["gold", "adjudication"],
        highlight__isnull=True,
        claim__isnull=False,
        assignment__isnull=True,
    )
    | Q(purpose="calibration", highlight__isnull=False, claim__isnull=True, assignment__isnull=True)
    | Q(purpose="calibration", highlight__isnull=True, claim__isnull=False, assignment__isnull=True)
)
PURPOSES = [
    ("write", "Write claims"),
    ("verify", "Verify a claim"),
    ("gold", "Verify a claim as the standard"),
    ("adjudication", "Decide between verifications"),
    ("calibration", "Practise, to be graded"),
]


class Migration(migrations.Migration):
    dependencies = [("annotation", "0020_imported_claims")]

    operations = [
        append_only.unguard("annotation_verification"),
        migrations.AlterField(
            "attempt",
            "purpose",
            models.CharField(choices=PURPOSES, default="write", max_length=12),
        ),
        migrations.AlterField(
            "verification", "purpose", models.CharField(choices=PURPOSES, max_length=12)
        ),
        migrations.RemoveConstraint("attempt", "attempt_at_one_thing"),
        migrations.AddConstraint(
            "attempt", models.CheckConstraint(name="attempt_at_one_thing", condition=AT_ONE_THING)
        ),
        migrations.RemoveConstraint("verification", "verification_purpose_known"),
        migrations.AddConstraint(
            "verification",
            models.CheckConstraint(
                name="verification_purpose_known",
                condition=Q(purpose__in=["verify", "gold", "adjudication", "calibration"]),
            ),
        ),
        append_only.guard("annotation_verification"),
    ]
