import core.tables
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('annotation', '0002_guards'),
        ('campaigns', '0002_guards'),
        ('jobs', '0001_initial'),
        ('wiki', '0002_guards'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        core.tables.CreateTables(
            models=[
                migrations.CreateModel(
                    name='QualityReport',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('kind', models.CharField(choices=[('agreement', 'Agreement'), ('bias', 'Bias'), ('description', 'Description')], max_length=12)),
                        ('parameters', models.JSONField(blank=True, default=dict)),
                        ('requested_at', models.DateTimeField()),
                        ('data_version', models.CharField(blank=True, default='', max_length=32)),
                        ('code_version', models.CharField(blank=True, default='', max_length=40)),
                        ('data_until', models.DateTimeField(blank=True, null=True)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('seconds', models.FloatField(blank=True, null=True)),
                        ('result', models.JSONField(blank=True, null=True)),
                        ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='quality_reports', to='campaigns.campaign')),
                        ('job', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='jobs.job')),
                        ('requested_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['campaign', 'kind', '-requested_at'], name='quality_report_newest')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['agreement', 'bias', 'description'])), name='quality_report_kind_known'), models.CheckConstraint(condition=models.Q(models.Q(('data_until__isnull', True), ('data_version', ''), ('finished_at__isnull', True), ('result__isnull', True), ('seconds__isnull', True)), models.Q(('data_until__isnull', False), ('finished_at__isnull', False), ('result__isnull', False), ('seconds__isnull', False), models.Q(('data_version', ''), _negated=True)), _connector='OR'), name='quality_report_finished_with_a_result')],
                    },
                ),
                migrations.CreateModel(
                    name='ReportWeights',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('body', models.BinaryField()),
                        ('report', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='weights', to='quality.qualityreport')),
                    ],
                ),
                migrations.CreateModel(
                    name='PersonNote',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('text', models.CharField(max_length=2000)),
                        ('written_at', models.DateTimeField()),
                        ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='person_notes', to='campaigns.campaign')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('written_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['campaign', 'person', '-written_at'], name='person_note_newest')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='person_note_not_empty'), models.CheckConstraint(condition=models.Q(('person', models.F('written_by')), _negated=True), name='person_note_not_about_oneself')],
                    },
                ),
                migrations.CreateModel(
                    name='SimulatedTruth',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('judgement', models.JSONField()),
                        ('nearby', models.JSONField(blank=True, default=list)),
                        ('claim', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.claim')),
                    ],
                ),
                migrations.CreateModel(
                    name='Simulation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('plan', models.JSONField()),
                        ('begins_at', models.DateTimeField()),
                        ('ends_at', models.DateTimeField()),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('campaign', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='simulation', to='campaigns.campaign')),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('begins_at'))), name='simulation_ends_after_it_begins')],
                    },
                ),
                migrations.CreateModel(
                    name='ObjectionSearch',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('requested_at', models.DateTimeField()),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('model_number', models.PositiveIntegerField(blank=True, null=True)),
                        ('checked', models.PositiveIntegerField(default=0)),
                        ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='objection_searches', to='campaigns.campaign')),
                        ('job', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='jobs.job')),
                        ('requested_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', True), ('model_number__isnull', True)), models.Q(('finished_at__isnull', False), ('model_number__isnull', False)), _connector='OR'), name='objection_search_finished_by_a_model')],
                    },
                ),
                migrations.CreateModel(
                    name='Objection',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('verdict', models.CharField(max_length=60)),
                        ('probability', models.FloatField()),
                        ('english', models.TextField(blank=True, default='')),
                        ('page', models.CharField(blank=True, default='', max_length=300)),
                        ('table', models.CharField(blank=True, default='', max_length=40)),
                        ('model_number', models.PositiveIntegerField()),
                        ('found_at', models.DateTimeField()),
                        ('review', models.CharField(blank=True, choices=[('annotators', 'Annotators right'), ('verifier', 'Verifier right'), ('unclear', 'Unclear')], default='', max_length=10)),
                        ('reviewed_at', models.DateTimeField(blank=True, null=True)),
                        ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='objections', to='campaigns.campaign')),
                        ('claim', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='objection', to='annotation.claim')),
                        ('reviewed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.verificationversion')),
                        ('search', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='objections', to='quality.objectionsearch')),
                    ],
                    options={
                        'indexes': [models.Index(fields=['campaign', '-probability'], name='objection_surest')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('probability__gte', 0), ('probability__lte', 1)), name='objection_probability_is_one'), models.CheckConstraint(condition=models.Q(('verdict', ''), _negated=True), name='objection_has_a_verdict'), models.CheckConstraint(condition=models.Q(models.Q(('english', ''), ('page', ''), ('table', '')), models.Q(models.Q(('english', ''), _negated=True), models.Q(('page', ''), _negated=True), models.Q(('table', ''), _negated=True)), _connector='OR'), name='objection_program_with_its_table'), models.CheckConstraint(condition=models.Q(models.Q(('review', ''), ('reviewed_at__isnull', True), ('reviewed_by__isnull', True)), models.Q(('review__in', ['annotators', 'verifier', 'unclear']), ('reviewed_at__isnull', False), ('reviewed_by__isnull', False)), _connector='OR'), name='objection_reviewed_by_somebody')],
                    },
                ),
                migrations.CreateModel(
                    name='ProgramReading',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('table', models.CharField(max_length=40)),
                        ('table_digest', models.CharField(max_length=32)),
                        ('state', models.CharField(choices=[('confirmed', 'Confirmed'), ('corrected', 'Corrected'), ('rejected', 'Rejected')], max_length=9)),
                        ('program', models.TextField()),
                        ('english', models.TextField()),
                        ('cells', models.JSONField(blank=True, default=list)),
                        ('result', models.BooleanField()),
                        ('verdict', models.CharField(max_length=60)),
                        ('suggested', models.TextField(blank=True, default='')),
                        ('model_number', models.PositiveIntegerField(blank=True, null=True)),
                        ('read_at', models.DateTimeField()),
                        ('superseded_at', models.DateTimeField(blank=True, null=True)),
                        ('claim', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='program_readings', to='annotation.claim')),
                        ('claim_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.claimversion')),
                        ('page', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='wiki.page')),
                        ('read_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('claim', 'page', 'table', 'read_by'), name='program_reading_once_a_person'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'corrected'), models.Q(('program', models.F('suggested')), _negated=True)), models.Q(('program', models.F('suggested')), ('state__in', ['confirmed', 'rejected'])), _connector='OR'), name='program_reading_state_fits_its_program'), models.CheckConstraint(condition=models.Q(models.Q(('program', ''), _negated=True), models.Q(('english', ''), _negated=True), models.Q(('table', ''), _negated=True), models.Q(('table_digest', ''), _negated=True)), name='program_reading_has_a_program'), models.CheckConstraint(condition=models.Q(models.Q(('result', True), ('verdict', 'supported')), models.Q(('result', False), ('verdict', 'refuted')), _connector='OR'), name='program_reading_verdict_is_the_result')],
                    },
                ),
            ],
        ),
    ]
