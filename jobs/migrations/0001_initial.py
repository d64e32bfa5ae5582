import core.tables
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '__first__'),
    ]

    operations = [
        core.tables.CreateTables(
            models=[
                migrations.CreateModel(
                    name='Job',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('kind', models.CharField(max_length=80)),
                        ('parameters', models.JSONField(blank=True, default=dict)),
                        ('exclusive', models.CharField(blank=True, default='', max_length=200)),
                        ('requested_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='jobs_requested', to=settings.AUTH_USER_MODEL)),
                        ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('succeeded', 'Succeeded'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='queued', max_length=10)),
                        ('progress_done', models.PositiveBigIntegerField(default=0)),
                        ('progress_total', models.PositiveBigIntegerField(blank=True, null=True)),
                        ('progress_note', models.CharField(blank=True, default='', max_length=200)),
                        ('progressed_at', models.DateTimeField(blank=True, null=True)),
                        ('checkpoint', models.JSONField(blank=True, default=dict)),
                        ('result', models.JSONField(blank=True, null=True)),
                        ('attempt', models.PositiveIntegerField(default=0)),
                        ('attempts_allowed', models.PositiveIntegerField(default=1)),
                        ('fruitless_stops', models.PositiveSmallIntegerField(default=0)),
                        ('retry_reason', models.CharField(blank=True, default='', max_length=300)),
                        ('error', models.CharField(blank=True, default='', max_length=300)),
                        ('error_detail', models.TextField(blank=True, default='')),
                        ('worker', models.CharField(blank=True, default='', max_length=200)),
                        ('heartbeat_at', models.DateTimeField(blank=True, null=True)),
                        ('hand_back', models.BooleanField(default=False)),
                        ('cancel_requested_at', models.DateTimeField(blank=True, null=True)),
                        ('cancel_requested_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField()),
                        ('not_before', models.DateTimeField(blank=True, null=True)),
                        ('rung_at', models.DateTimeField(blank=True, null=True)),
                        ('started_at', models.DateTimeField(blank=True, null=True)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['-created_at', '-id'], name='job_newest'), models.Index(fields=['requested_by', '-created_at', '-id'], name='job_newest_of'), models.Index(fields=['finished_at'], name='job_finished'), models.Index(condition=models.Q(('state__in', ['queued', 'running'])), fields=['state', 'heartbeat_at'], name='job_unfinished')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['queued', 'running', 'succeeded', 'failed', 'cancelled'])), name='job_state_known'), models.CheckConstraint(condition=models.Q(('kind', ''), _negated=True), name='job_kind_named'), models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', True), ('state__in', ['queued', 'running'])), models.Q(('finished_at__isnull', False), ('state__in', ['succeeded', 'failed', 'cancelled'])), _connector='OR'), name='job_finished_at_iff_finished'), models.CheckConstraint(condition=models.Q(models.Q(('heartbeat_at__isnull', False), ('started_at__isnull', False), ('state', 'running'), ('attempt__gte', 1), models.Q(('worker', ''), _negated=True)), models.Q(models.Q(('state', 'running'), _negated=True), ('heartbeat_at__isnull', True)), _connector='OR'), name='job_held_iff_running'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'failed'), models.Q(('error', ''), _negated=True)), models.Q(models.Q(('state', 'failed'), _negated=True), ('error', '')), _connector='OR'), name='job_error_iff_failed'), models.CheckConstraint(condition=models.Q(('state', 'succeeded'), ('result__isnull', True), _connector='OR'), name='job_result_only_if_succeeded'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'cancelled'), _negated=True), ('cancel_requested_at__isnull', False), _connector='OR'), name='job_cancelled_on_request'), models.CheckConstraint(condition=models.Q(('cancel_requested_by__isnull', True), ('cancel_requested_at__isnull', False), _connector='OR'), name='job_cancel_request_dated'), models.CheckConstraint(condition=models.Q(('attempt__lte', models.F('attempts_allowed')), ('attempts_allowed__gte', 1)), name='job_attempt_allowed'), models.CheckConstraint(condition=models.Q(('progress_total__isnull', True), ('progress_done__lte', models.F('progress_total')), _connector='OR'), name='job_progress_within_total'), models.UniqueConstraint(condition=models.Q(('state__in', ['queued', 'running']), models.Q(('exclusive', ''), _negated=True)), fields=('exclusive',), name='job_exclusive_while_unfinished')],
                    },
                ),
                migrations.CreateModel(
                    name='SelfTestStep',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('job', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='self_test_steps', to='jobs.job')),
                        ('number', models.PositiveIntegerField()),
                        ('attempt', models.PositiveIntegerField()),
                        ('written_at', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='WorkerBeat',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=200, unique=True)),
                        ('seen_at', models.DateTimeField(db_index=True)),
                        ('leaving', models.BooleanField(default=False)),
                    ],
                ),
            ],
        ),
    ]
