import core.tables
import django.db.models.deletion
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
                    name='AuditEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('actor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='audit_entries', to=settings.AUTH_USER_MODEL)),
                        ('actor_label', models.CharField(blank=True, default='', max_length=200)),
                        ('action', models.CharField(max_length=80)),
                        ('target_kind', models.CharField(blank=True, default='', max_length=80)),
                        ('target_id', models.CharField(blank=True, default='', max_length=64)),
                        ('target_label', models.CharField(blank=True, default='', max_length=300)),
                        ('details', models.JSONField(blank=True, default=dict)),
                        ('request_id', models.CharField(blank=True, default='', max_length=64)),
                    ],
                    options={
                        'verbose_name_plural': 'audit entries',
                        'indexes': [models.Index(fields=['-at', '-id'], name='audit_newest'), models.Index(fields=['action', '-at', '-id'], name='audit_newest_action'), models.Index(fields=['actor', '-at', '-id'], name='audit_newest_of'), models.Index(fields=['target_kind', 'target_id', '-at'], name='audit_newest_on')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('action', ''), _negated=True), name='audit_action_named'), models.CheckConstraint(condition=models.Q(('actor__isnull', True), models.Q(('actor_label', ''), _negated=True), _connector='OR'), name='audit_actor_labelled')],
                    },
                ),
                migrations.CreateModel(
                    name='IdempotencyKey',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='idempotency_keys', to=settings.AUTH_USER_MODEL)),
                        ('key', models.CharField(max_length=100)),
                        ('digest', models.CharField(max_length=64)),
                        ('created_at', models.DateTimeField(db_index=True)),
                        ('status', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('media_type', models.CharField(blank=True, default='', max_length=60)),
                        ('body', models.TextField(blank=True, default='')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='idempotency_key_once'), models.CheckConstraint(condition=models.Q(('key', ''), _negated=True), name='idempotency_key_named')],
                    },
                ),
            ],
        ),
    ]
