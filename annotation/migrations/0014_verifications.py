import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '__first__'),
        ('annotation', '0013_queue'),
        ('wiki', '0002_guard_sealed_corpora'),
    ]

    operations = [
        migrations.CreateModel(
            name='Verification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('purpose', models.CharField(choices=[('write', 'Write claims'), ('verify', 'Verify a claim'), ('gold', 'Verify a claim as the standard'), ('adjudication', 'Decide between verifications')], max_length=12)),
                ('number', models.PositiveIntegerField(default=1, help_text='of its latest version')),
                ('verdict', models.CharField(help_text="a name of the protocol's", max_length=60)),
                ('submitted_at', models.DateTimeField(help_text='of its first version')),
                ('void_since', models.DateTimeField(blank=True, null=True)),
                ('locked_since', models.DateTimeField(blank=True, null=True)),
                ('locked_by', models.CharField(blank=True, choices=[('released', 'Used in a release'), ('adjudicated', 'Decided upon'), ('graded', 'Graded, and the grade was shown')], default='', max_length=12)),
                ('annotator', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='verifications', to=settings.AUTH_USER_MODEL)),
                ('attempt', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='verification', to='annotation.attempt')),
                ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='verifications', to='annotation.campaign')),
                ('claim', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='verifications', to='annotation.claim')),
                ('claim_author', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(fields=['campaign', 'submitted_at'], name='verification_of_campaign'),
                    models.Index(fields=['annotator', 'submitted_at'], name='verification_of_person'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('claim', 'annotator', 'purpose'), name='verification_once_per_purpose'),
                    models.CheckConstraint(condition=models.Q(('purpose__in', ['verify', 'gold', 'adjudication'])), name='verification_purpose_known'),
                    models.CheckConstraint(condition=models.Q(('purpose__in', ['gold', 'adjudication']), models.Q(('annotator', models.F('claim_author')), _negated=True), _connector='OR'), name='verification_not_by_the_author'),
                    models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='verification_number_from_one'),
                    models.CheckConstraint(condition=models.Q(('verdict', ''), _negated=True), name='verification_has_a_verdict'),
                    models.CheckConstraint(condition=models.Q(models.Q(('locked_by', ''), ('locked_since__isnull', True)), models.Q(('locked_by__in', ['released', 'adjudicated', 'graded']), ('locked_since__isnull', False)), _connector='OR'), name='verification_locked_by_something'),
                ],
            },
        ),
        migrations.CreateModel(
            name='VerificationVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('verdict', models.CharField(max_length=60)),
                ('answer', models.CharField(blank=True, default='', max_length=60)),
                ('tags', models.JSONField(blank=True, default=dict)),
                ('note', models.CharField(blank=True, default='', max_length=1000)),
                ('submitted_at', models.DateTimeField()),
                ('loading_ms', models.PositiveBigIntegerField(default=0)),
                ('active_ms', models.PositiveBigIntegerField(default=0)),
                ('idle_ms', models.PositiveBigIntegerField(default=0)),
                ('digest', models.CharField(max_length=64)),
                ('claim_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.claimversion')),
                ('guidelines', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.guidelinesversion')),
                ('verification', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='annotation.verification')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('verification', 'number'), name='verification_version_once'),
                    models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='verification_version_number_from_one'),
                    models.CheckConstraint(condition=models.Q(('verdict', ''), _negated=True), name='verification_version_has_a_verdict'),
                ],
            },
        ),
        migrations.CreateModel(
            name='EvidenceSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('set_limit', models.PositiveIntegerField(help_text='the most that the protocol allows')),
                ('version', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='evidence_sets', to='annotation.verificationversion')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('version', 'position'), name='evidence_set_once'),
                    models.CheckConstraint(condition=models.Q(('position__gte', 1), ('position__lte', models.F('set_limit'))), name='evidence_set_within_limit'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Evidence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.CharField(max_length=60)),
                ('position', models.PositiveIntegerField()),
                ('page', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='evidence', to='wiki.page')),
                ('evidence_set', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='evidence', to='annotation.evidenceset')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('evidence_set', 'page', 'address'), name='evidence_once_in_a_set'),
                    models.UniqueConstraint(fields=('evidence_set', 'position'), name='evidence_position_once'),
                    models.CheckConstraint(condition=models.Q(('position__gte', 1)), name='evidence_position_from_one'),
                    models.CheckConstraint(condition=models.Q(('address', ''), _negated=True), name='evidence_has_an_address'),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.UniqueConstraint(fields=('id', 'author'), name='claim_with_its_author'),
        ),
    ]
