import core.tables
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
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
            ],
        ),
    ]
