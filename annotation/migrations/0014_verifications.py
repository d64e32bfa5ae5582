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
            name='Evidence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.CharField(max_length=60)),
                ('position', models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='EvidenceSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('set_limit', models.PositiveIntegerField(help_text='the most that the protocol allows')),
            ],
        ),
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
            ],
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
            ],
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.UniqueConstraint(fields=('id', 'author'), name='claim_with_its_author'),
        ),
        migrations.AddField(
            model_name='evidence',
            name='page',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='evidence', to='wiki.page'),
        ),
        migrations.AddField(
            model_name='evidence',
            name='evidence_set',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='evidence', to='annotation.evidenceset'),
        ),
        migrations.AddField(
            model_name='verification',
            name='annotator',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='verifications', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='verification',
            name='attempt',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='verification', to='annotation.attempt'),
        ),
        migrations.AddField(
            model_name='verification',
            name='campaign',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='verifications', to='annotation.campaign'),
        ),
        migrations.AddField(
            model_name='verification',
            name='claim',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='verifications', to='annotation.claim'),
        ),
        migrations.AddField(
            model_name='verification',
            name='claim_author',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='verificationversion',
            name='claim_version',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.claimversion'),
        ),
        migrations.AddField(
            model_name='verificationversion',
            name='guidelines',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.guidelinesversion'),
        ),
        migrations.AddField(
            model_name='verificationversion',
            name='verification',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='annotation.verification'),
        ),
        migrations.AddField(
            model_name='evidenceset',
            name='version',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='evidence_sets', to='annotation.verificationversion'),
        ),
        migrations.AddConstraint(
            model_name='evidence',
            constraint=models.UniqueConstraint(fields=('evidence_set', 'page', 'address'), name='evidence_once_in_a_set'),
        ),
        migrations.AddConstraint(
            model_name='evidence',
            constraint=models.UniqueConstraint(fields=('evidence_set', 'position'), name='evidence_position_once'),
        ),
        migrations.AddConstraint(
            model_name='evidence',
            constraint=models.CheckConstraint(condition=models.Q(('position__gte', 1)), name='evidence_position_from_one'),
        ),
        migrations.AddConstraint(
            model_name='evidence',
            constraint=models.CheckConstraint(condition=models.Q(('address', ''), _negated=True), name='evidence_has_an_address'),
        ),
        migrations.AddIndex(
            model_name='verification',
            index=models.Index(fields=['campaign', 'submitted_at'], name='verification_of_campaign'),
        ),
        migrations.AddIndex(
            model_name='verification',
            index=models.Index(fields=['annotator', 'submitted_at'], name='verification_of_person'),
        ),
        migrations.AddConstraint(
            model_name='verification',
            constraint=models.UniqueConstraint(fields=('claim', 'annotator', 'purpose'), name='verification_once_per_purpose'),
        ),
        migrations.AddConstraint(
            model_name='verification',
            constraint=models.CheckConstraint(condition=models.Q(('purpose__in', ['verify', 'gold', 'adjudication'])), name='verification_purpose_known'),
        ),
        migrations.AddConstraint(
            model_name='verification',
            constraint=models.CheckConstraint(condition=models.Q(('purpose__in', ['gold', 'adjudication']), models.Q(('annotator', models.F('claim_author')), _negated=True), _connector='OR'), name='verification_not_by_the_author'),
        ),
        migrations.AddConstraint(
            model_name='verification',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='verification_number_from_one'),
        ),
        migrations.AddConstraint(
            model_name='verification',
            constraint=models.CheckConstraint(condition=models.Q(('verdict', ''), _negated=True), name='verification_has_a_verdict'),
        ),
        migrations.AddConstraint(
            model_name='verification',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('locked_by', ''), ('locked_since__isnull', True)), models.Q(('locked_by__in', ['released', 'adjudicated', 'graded']), ('locked_since__isnull', False)), _connector='OR'), name='verification_locked_by_something'),
        ),
        migrations.AddConstraint(
            model_name='verificationversion',
            constraint=models.UniqueConstraint(fields=('verification', 'number'), name='verification_version_once'),
        ),
        migrations.AddConstraint(
            model_name='verificationversion',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='verification_version_number_from_one'),
        ),
        migrations.AddConstraint(
            model_name='verificationversion',
            constraint=models.CheckConstraint(condition=models.Q(('verdict', ''), _negated=True), name='verification_version_has_a_verdict'),
        ),
        migrations.AddConstraint(
            model_name='evidenceset',
            constraint=models.UniqueConstraint(fields=('version', 'position'), name='evidence_set_once'),
        ),
        migrations.AddConstraint(
            model_name='evidenceset',
            constraint=models.CheckConstraint(condition=models.Q(('position__gte', 1), ('position__lte', models.F('set_limit'))), name='evidence_set_within_limit'),
        ),
    ]
