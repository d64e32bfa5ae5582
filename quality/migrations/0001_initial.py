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
            ],
        ),
    ]
