import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '__first__'),
        ('annotation', '0020_imported_claims'),
        ('jobs', '0002_guard_audit_log'),
        ('releases', '0005_source_format'),
        ('wiki', '0003_count_noted_pages'),
    ]

    operations = [
        migrations.CreateModel(
            name='DatasetImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('name', models.CharField(help_text='of the campaign', max_length=120, verbose_name='name')),
                ('format', models.CharField(max_length=20)),
                ('design', models.CharField(help_text='the name of a protocol', max_length=60)),
                ('purpose', models.CharField(choices=[('analyse', 'Finished data to analyse'), ('verify', 'Claims to verify again')], max_length=8)),
                ('files', models.JSONField()),
                ('state', models.CharField(choices=[('asked', 'Being imported'), ('refused', 'Refused'), ('done', 'Imported')], default='asked', max_length=8)),
                ('faults', models.JSONField(blank=True, default=list)),
                ('created_at', models.DateTimeField()),
                ('campaign', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='dataset_import', to='annotation.campaign')),
                ('corpus', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='wiki.corpus')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('job', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='jobs.job')),
            ],
            options={
                'indexes': [models.Index(fields=['created_by', '-created_at'], name='dataset_import_of_person')],
                'constraints': [models.CheckConstraint(condition=models.Q(('purpose__in', ['analyse', 'verify'])), name='dataset_import_purpose_known'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='dataset_import_named'), models.CheckConstraint(condition=models.Q(models.Q(('campaign__isnull', True), ('state', 'refused'), models.Q(('faults', []), _negated=True)), models.Q(('faults', []), ('state', 'asked')), models.Q(('campaign__isnull', False), ('faults', []), ('state', 'done')), _connector='OR'), name='dataset_import_faults_iff_refused')],
            },
        ),
    ]
