import core.tables
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('jobs', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        core.tables.CreateTables(
            models=[
                migrations.CreateModel(
                    name='ModelVersion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('number', models.PositiveIntegerField(unique=True)),
                        ('data', models.JSONField()),
                        ('requested_at', models.DateTimeField()),
                        ('code_version', models.CharField(blank=True, default='', max_length=40)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('seconds', models.FloatField(blank=True, null=True)),
                        ('figures', models.JSONField(blank=True, null=True)),
                        ('files', models.JSONField(blank=True, default=dict)),
                        ('is_in_use', models.BooleanField(default=False, verbose_name='in use')),
                        ('first_used_at', models.DateTimeField(blank=True, null=True)),
                        ('deleted_at', models.DateTimeField(blank=True, null=True)),
                        ('job', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='jobs.job')),
                        ('requested_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='model_version_from_one'), models.CheckConstraint(condition=models.Q(models.Q(('code_version', ''), ('figures__isnull', True), ('files', {}), ('finished_at__isnull', True), ('seconds__isnull', True)), models.Q(('figures__isnull', False), ('finished_at__isnull', False), ('seconds__isnull', False), models.Q(('files', {}), _negated=True), models.Q(('code_version', ''), _negated=True)), _connector='OR'), name='model_version_finished_with_files'), models.CheckConstraint(condition=models.Q(('is_in_use', False), ('finished_at__isnull', False), _connector='OR'), name='model_version_in_use_finished'), models.CheckConstraint(condition=models.Q(('is_in_use', False), ('first_used_at__isnull', False), _connector='OR'), name='model_version_in_use_since'), models.CheckConstraint(condition=models.Q(('deleted_at__isnull', True), ('first_used_at__isnull', True), _connector='OR'), name='model_version_used_is_kept'), models.UniqueConstraint(condition=models.Q(('is_in_use', True)), fields=('is_in_use',), name='model_version_in_use_once')],
                    },
                ),
            ],
        ),
    ]
