import core.tables
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '__first__'),
        ('annotation', '0001_initial'),
        ('campaigns', '0001_initial'),
        ('jobs', '0001_initial'),
        ('wiki', '0001_initial'),
    ]

    operations = [
        core.tables.CreateTables(
            models=[
                migrations.CreateModel(
                    name='Release',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='releases', to='campaigns.campaign')),
                        ('version', models.PositiveIntegerField()),
                        ('origin', models.CharField(choices=[('built', 'Built from the campaign'), ('imported', 'Imported from a file')], default='built', max_length=8)),
                        ('source_format', models.CharField(blank=True, default='', max_length=20)),
                        ('state', models.CharField(choices=[('building', 'Being built'), ('ready', 'Ready'), ('failed', 'Failed')], default='building', max_length=8)),
                        ('reason', models.JSONField(blank=True, null=True)),
                        ('note', models.CharField(blank=True, default='', max_length=300, verbose_name='what is new')),
                        ('choices', models.JSONField()),
                        ('card', models.JSONField(blank=True, default=dict)),
                        ('people', models.JSONField(blank=True, null=True)),
                        ('seed', models.CharField(max_length=64)),
                        ('salt', models.CharField(max_length=64)),
                        ('created_at', models.DateTimeField()),
                        ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('job', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='jobs.job')),
                        ('frozen_at', models.DateTimeField(blank=True, null=True)),
                        ('frozen_counts', models.JSONField(blank=True, default=dict)),
                        ('ready_at', models.DateTimeField(blank=True, null=True)),
                        ('manifest', models.JSONField(blank=True, null=True)),
                        ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                        ('withdrawn_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('withdrawal_reason', models.CharField(blank=True, default='', max_length=500)),
                        ('checked_with', models.JSONField(blank=True, default=list)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('campaign', 'version'), name='release_version_once'), models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='release_version_from_one'), models.CheckConstraint(condition=models.Q(('state__in', ['building', 'ready', 'failed'])), name='release_state_known'), models.CheckConstraint(condition=models.Q(('origin__in', ['built', 'imported'])), name='release_origin_known'), models.CheckConstraint(condition=models.Q(models.Q(('origin', 'imported'), models.Q(('source_format', ''), _negated=True)), models.Q(('origin', 'built'), ('source_format', '')), _connector='OR'), name='release_source_format_iff_imported'), models.CheckConstraint(condition=models.Q(models.Q(('frozen_at__isnull', False), ('manifest__isnull', False), ('ready_at__isnull', False), ('state', 'ready')), models.Q(('state', 'ready'), _negated=True), _connector='OR'), name='release_ready_with_manifest'), models.CheckConstraint(condition=models.Q(models.Q(('reason__isnull', False), ('state', 'failed')), models.Q(models.Q(('state', 'failed'), _negated=True), ('reason__isnull', True)), _connector='OR'), name='release_reason_iff_failed'), models.CheckConstraint(condition=models.Q(models.Q(('withdrawal_reason', ''), ('withdrawn_at__isnull', True)), models.Q(('state', 'ready'), ('withdrawn_at__isnull', False), models.Q(('withdrawal_reason', ''), _negated=True)), _connector='OR'), name='release_withdrawn_with_reason'), models.CheckConstraint(condition=models.Q(models.Q(('seed', ''), _negated=True), models.Q(('salt', ''), _negated=True)), name='release_seeded_and_salted')],
                    },
                ),
                migrations.CreateModel(
                    name='ImportedRecord',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('release', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='imported_records', to='releases.release')),
                        ('record_id', models.BigIntegerField(help_text='the id in the file')),
                        ('body', models.TextField(help_text='the line, as it is in the file')),
                        ('claim', models.TextField(help_text='the claim of the line')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('release', 'record_id'), name='imported_record_once')],
                    },
                ),
                migrations.CreateModel(
                    name='ReleaseItem',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('release', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='items', to='releases.release')),
                        ('record_id', models.BigIntegerField(help_text="the claim's id in the files")),
                        ('claim', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='release_items', to='annotation.claim')),
                        ('version', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='release_items', to='annotation.verificationversion')),
                        ('imported', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='item', to='releases.importedrecord')),
                        ('unit', models.CharField(help_text='what is never torn apart by a split', max_length=300)),
                        ('split', models.CharField(max_length=60)),
                        ('verdict', models.CharField(max_length=60)),
                        ('challenge', models.CharField(blank=True, default='', max_length=60)),
                        ('evidence_kind', models.CharField(max_length=12)),
                        ('is_unresolved', models.BooleanField(default=False)),
                        ('balancing_weight', models.FloatField(blank=True, null=True)),
                        ('text_digest', models.CharField(max_length=32)),
                        ('evidence_digest', models.CharField(max_length=32)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['release', 'unit'], name='release_item_unit')],
                        'constraints': [models.UniqueConstraint(fields=('release', 'split', 'record_id'), name='release_item_in_its_part'), models.UniqueConstraint(fields=('release', 'record_id'), name='release_item_once'), models.CheckConstraint(condition=models.Q(models.Q(('claim__isnull', False), ('imported__isnull', True), ('version__isnull', False)), models.Q(('claim__isnull', True), ('imported__isnull', False), ('version__isnull', True)), _connector='OR'), name='release_item_from_one_source')],
                    },
                ),
                migrations.CreateModel(
                    name='DatasetCard',
                    fields=[
                        ('campaign', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='dataset_card', serialize=False, to='campaigns.campaign')),
                        ('summary', models.CharField(blank=True, default='', max_length=4000)),
                        ('authors', models.CharField(blank=True, default='', max_length=4000)),
                        ('citation', models.CharField(blank=True, default='', max_length=4000)),
                        ('licence', models.CharField(blank=True, default='', max_length=300)),
                        ('doi', models.CharField(blank=True, default='', max_length=300)),
                        ('contact', models.CharField(blank=True, default='', max_length=300)),
                        ('pay', models.CharField(blank=True, default='', max_length=4000)),
                        ('consent', models.CharField(blank=True, default='', max_length=4000)),
                        ('ethics_review', models.CharField(blank=True, default='', max_length=4000)),
                        ('funding', models.CharField(blank=True, default='', max_length=4000)),
                        ('offensive_content', models.CharField(blank=True, default='', max_length=4000)),
                        ('describes_people', models.BooleanField(default=False)),
                        ('changed_at', models.DateTimeField()),
                        ('changed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                ),
                migrations.CreateModel(
                    name='DatasetImport',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('name', models.CharField(help_text='of the campaign', max_length=120, verbose_name='name')),
                        ('corpus', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='wiki.corpus')),
                        ('format', models.CharField(max_length=20)),
                        ('design', models.CharField(help_text='the name of a protocol', max_length=60)),
                        ('purpose', models.CharField(choices=[('analyse', 'Finished data to analyse'), ('verify', 'Claims to verify again')], max_length=8)),
                        ('files', models.JSONField()),
                        ('state', models.CharField(choices=[('asked', 'Being imported'), ('refused', 'Refused'), ('done', 'Imported')], default='asked', max_length=8)),
                        ('faults', models.JSONField(blank=True, default=list)),
                        ('counts', models.JSONField(blank=True, default=list)),
                        ('created_at', models.DateTimeField()),
                        ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('job', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='jobs.job')),
                        ('campaign', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='dataset_import', to='campaigns.campaign')),
                    ],
                    options={
                        'indexes': [models.Index(fields=['created_by', '-created_at'], name='dataset_import_of_person')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('purpose__in', ['analyse', 'verify'])), name='dataset_import_purpose_known'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='dataset_import_named'), models.CheckConstraint(condition=models.Q(models.Q(('campaign__isnull', True), ('state', 'refused'), models.Q(('faults', []), _negated=True)), models.Q(('faults', []), ('state', 'asked')), models.Q(('campaign__isnull', False), ('faults', []), ('state', 'done')), _connector='OR'), name='dataset_import_faults_iff_refused')],
                    },
                ),
                migrations.CreateModel(
                    name='PredictionRun',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('release', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prediction_runs', to='releases.release')),
                        ('part', models.CharField(max_length=60)),
                        ('name', models.CharField(max_length=120, verbose_name='name')),
                        ('uploaded_at', models.DateTimeField()),
                        ('uploaded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('sha256', models.CharField(max_length=64)),
                        ('job', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='jobs.job')),
                        ('state', models.CharField(choices=[('waiting', 'Being scored'), ('scored', 'Scored'), ('refused', 'Refused')], default='waiting', max_length=8)),
                        ('scores', models.JSONField(blank=True, null=True)),
                        ('faults', models.JSONField(blank=True, null=True)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['release', 'part', '-uploaded_at'], name='prediction_run_newest')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='prediction_run_named'), models.CheckConstraint(condition=models.Q(models.Q(('faults__isnull', True), ('scores__isnull', True), ('state', 'waiting')), models.Q(('faults__isnull', True), ('scores__isnull', False), ('state', 'scored')), models.Q(('faults__isnull', False), ('scores__isnull', True), ('state', 'refused')), _connector='OR'), name='prediction_run_state_fits')],
                    },
                ),
                migrations.CreateModel(
                    name='VerifierEvaluation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('part', models.CharField(max_length=60)),
                        ('requested_at', models.DateTimeField()),
                        ('model_number', models.PositiveIntegerField(blank=True, null=True)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('figures', models.JSONField(blank=True, null=True)),
                        ('job', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='jobs.job')),
                        ('release', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='evaluations', to='releases.release')),
                        ('requested_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['release', '-requested_at'], name='verifier_evaluation_newest')],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('figures__isnull', True), ('finished_at__isnull', True), ('model_number__isnull', True)), models.Q(('figures__isnull', False), ('finished_at__isnull', False), ('model_number__isnull', False)), _connector='OR'), name='verifier_evaluation_finished_with_figures')],
                    },
                ),
                migrations.CreateModel(
                    name='ErrorSample',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('release', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='error_samples', to='releases.release')),
                        ('number', models.PositiveIntegerField()),
                        ('upload', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='error_samples', to='releases.predictionrun')),
                        ('evaluation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='error_samples', to='releases.verifierevaluation')),
                        ('seed', models.CharField(max_length=100)),
                        ('predictions', models.PositiveIntegerField()),
                        ('wrong', models.PositiveIntegerField()),
                        ('drawn_at', models.DateTimeField()),
                        ('drawn_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('release', 'number'), name='error_sample_number_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='error_sample_number_from_one'), models.CheckConstraint(condition=models.Q(('seed', ''), _negated=True), name='error_sample_has_a_seed'), models.CheckConstraint(condition=models.Q(models.Q(('evaluation__isnull', True), ('upload__isnull', False)), models.Q(('evaluation__isnull', False), ('upload__isnull', True)), _connector='OR'), name='error_sample_of_one_system')],
                    },
                ),
                migrations.CreateModel(
                    name='SampledError',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('sample', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='errors', to='releases.errorsample')),
                        ('position', models.PositiveIntegerField()),
                        ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='releases.releaseitem')),
                        ('predicted_verdict', models.CharField(max_length=200)),
                        ('is_label_right', models.BooleanField()),
                        ('predicted_evidence', models.JSONField()),
                        ('cause', models.CharField(blank=True, choices=[('without_evidence', 'Label right without evidence'), ('nothing_retrieved', 'Nothing retrieved'), ('wrong_inference', 'Wrong inference'), ('new_evidence', 'New evidence'), ('contradicts_gold', 'Contradicts gold'), ('against_guidelines', 'Claim against guidelines'), ('annotator_error', 'Annotator’s error')], default='', max_length=20)),
                        ('note', models.CharField(blank=True, default='', max_length=1000)),
                        ('tagged_at', models.DateTimeField(blank=True, null=True)),
                        ('tagged_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('sample', 'position'), name='sampled_error_place'), models.UniqueConstraint(fields=('sample', 'item'), name='sampled_error_once'), models.CheckConstraint(condition=models.Q(models.Q(('cause', ''), ('tagged_at__isnull', True), ('tagged_by__isnull', True)), models.Q(('cause__in', ['without_evidence', 'nothing_retrieved', 'wrong_inference', 'new_evidence', 'contradicts_gold', 'against_guidelines', 'annotator_error']), ('tagged_at__isnull', False), ('tagged_by__isnull', False)), _connector='OR'), name='sampled_error_tagged_by_somebody')],
                    },
                ),
                migrations.CreateModel(
                    name='EvidenceCheck',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('release', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='evidence_checks', to='releases.release')),
                        ('number', models.PositiveIntegerField()),
                        ('seed', models.CharField(max_length=100)),
                        ('size', models.PositiveIntegerField(help_text='sets to judge, known gold among them')),
                        ('gold_percent', models.PositiveIntegerField(help_text='the share of known gold')),
                        ('judgements', models.PositiveIntegerField(help_text='by so many people each set is judged')),
                        ('requested_at', models.DateTimeField()),
                        ('requested_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('job', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='jobs.job')),
                        ('drawn_at', models.DateTimeField(blank=True, null=True)),
                        ('pooled', models.PositiveIntegerField(blank=True, null=True)),
                        ('scoring_job', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='jobs.job')),
                        ('scores', models.JSONField(blank=True, null=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('release', 'number'), name='evidence_check_number_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='evidence_check_number_from_one'), models.CheckConstraint(condition=models.Q(('seed', ''), _negated=True), name='evidence_check_has_a_seed'), models.CheckConstraint(condition=models.Q(('size__gte', 1)), name='evidence_check_has_a_size'), models.CheckConstraint(condition=models.Q(('gold_percent__lte', 50)), name='evidence_check_mostly_predicted'), models.CheckConstraint(condition=models.Q(('judgements__gte', 1), ('judgements__lte', 3)), name='evidence_check_one_to_three_judgements'), models.CheckConstraint(condition=models.Q(models.Q(('drawn_at__isnull', True), ('pooled__isnull', True)), models.Q(('drawn_at__isnull', False), ('pooled__isnull', False)), _connector='OR'), name='evidence_check_drawn_from_a_pool')],
                    },
                ),
                migrations.CreateModel(
                    name='CheckedSystem',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('evidence_check', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='systems', to='releases.evidencecheck')),
                        ('upload', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='releases.predictionrun')),
                        ('evaluation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='releases.verifierevaluation')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('evidence_check', 'upload'), name='checked_upload_once'), models.UniqueConstraint(fields=('evidence_check', 'evaluation'), name='checked_evaluation_once'), models.CheckConstraint(condition=models.Q(models.Q(('evaluation__isnull', True), ('upload__isnull', False)), models.Q(('evaluation__isnull', False), ('upload__isnull', True)), _connector='OR'), name='checked_system_is_one')],
                    },
                ),
                migrations.CreateModel(
                    name='PooledSet',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('evidence_check', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='sets', to='releases.evidencecheck')),
                        ('position', models.PositiveIntegerField()),
                        ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pooled_sets', to='releases.releaseitem')),
                        ('pieces', models.JSONField()),
                        ('digest', models.CharField(help_text='of its pieces', max_length=64)),
                        ('is_gold', models.BooleanField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('evidence_check', 'position'), name='pooled_set_place'), models.UniqueConstraint(fields=('evidence_check', 'item', 'digest'), name='pooled_set_once')],
                    },
                ),
                migrations.CreateModel(
                    name='EvidenceJudgement',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('pooled_set', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='judgements', to='releases.pooledset')),
                        ('number', models.PositiveIntegerField()),
                        ('judge', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('answer', models.CharField(choices=[('sufficient', 'Sufficient'), ('helps', 'Helps'), ('irrelevant', 'Irrelevant'), ('contradicts', 'Contradicts')], max_length=12)),
                        ('note', models.CharField(blank=True, default='', max_length=1000)),
                        ('judged_at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('pooled_set', 'judge'), name='evidence_judged_once_by_a_person'), models.UniqueConstraint(fields=('pooled_set', 'number'), name='evidence_judgement_number_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', 3)), name='evidence_judgement_number_in_range'), models.CheckConstraint(condition=models.Q(('answer__in', ['sufficient', 'helps', 'irrelevant', 'contradicts'])), name='evidence_judgement_known')],
                    },
                ),
                migrations.CreateModel(
                    name='AcceptedSet',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('pooled_set', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='accepted', to='releases.pooledset')),
                        ('claim', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='accepted_sets', to='annotation.claim')),
                        ('claim_version', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.claimversion')),
                        ('verdict', models.CharField(max_length=60)),
                        ('accepted_at', models.DateTimeField()),
                        ('accepted_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('claim__isnull', True), ('claim_version__isnull', True)), models.Q(('claim__isnull', False), ('claim_version__isnull', False)), _connector='OR'), name='accepted_set_for_a_text'), models.CheckConstraint(condition=models.Q(('verdict', ''), _negated=True), name='accepted_set_for_a_verdict')],
                    },
                ),
                migrations.CreateModel(
                    name='AcceptedEvidence',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('accepted_set', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='evidence', to='releases.acceptedset')),
                        ('page', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='wiki.page')),
                        ('address', models.CharField(max_length=60)),
                        ('position', models.PositiveIntegerField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('accepted_set', 'position'), name='accepted_evidence_position_once'), models.UniqueConstraint(fields=('accepted_set', 'page', 'address'), name='accepted_evidence_once'), models.CheckConstraint(condition=models.Q(('address', ''), _negated=True), name='accepted_evidence_has_an_address')],
                    },
                ),
                migrations.CreateModel(
                    name='AddedSet',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('item', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='added_sets', to='releases.releaseitem')),
                        ('accepted_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='added_to', to='releases.acceptedset')),
                        ('position', models.PositiveIntegerField(help_text='after the sets of the verification')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('item', 'position'), name='added_set_position_once'), models.UniqueConstraint(fields=('item', 'accepted_set'), name='added_set_once'), models.CheckConstraint(condition=models.Q(('position__gte', 1)), name='added_set_position_from_one')],
                    },
                ),
            ],
        ),
    ]
