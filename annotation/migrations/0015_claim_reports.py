import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '__first__'),
        ('annotation', '0014_verifications'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClaimReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('reasons', models.JSONField()),
                ('note', models.CharField(blank=True, default='', max_length=1000)),
                ('reported_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('open', 'To be decided'), ('confirmed', 'Confirmed: the claim is withdrawn'), ('edited', 'The claim was edited and returned'), ('dismissed', 'Dismissed: the claim is returned')], default='open', max_length=10)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('attempt', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='report', to='annotation.attempt')),
                ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='annotation.campaign')),
                ('claim', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='annotation.claim')),
                ('claim_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.claimversion')),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['campaign', 'state', 'reported_at'], name='claim_report_of_campaign')],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['open', 'confirmed', 'edited', 'dismissed'])), name='claim_report_state_known'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decided_by__isnull', True), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('decided_at__isnull', False), ('decided_by__isnull', False)), _connector='OR'), name='claim_report_decided_iff_not_open'), models.CheckConstraint(condition=models.Q(('reasons', []), _negated=True), name='claim_report_has_reasons')],
            },
        ),
    ]
