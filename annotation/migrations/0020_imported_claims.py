import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from core import append_only


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0019_campaign_is_demonstration'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # SQLite renames no table that a trigger of another one names.
        append_only.unguard("annotation_verification"),
        append_only.unguard("annotation_claimversion"),
        append_only.unguard("annotation_claim"),
        migrations.RemoveConstraint(
            model_name='campaign',
            name='campaign_state_known',
        ),
        migrations.RemoveConstraint(
            model_name='campaign',
            name='campaign_designed_unless_draft',
        ),
        migrations.AddField(
            model_name='campaign',
            name='claims_from',
            field=models.CharField(choices=[('highlights', 'Written from highlights'), ('files', 'Imported from files')], default='highlights', max_length=10),
        ),
        migrations.AddField(
            model_name='claim',
            name='original_id',
            field=models.BigIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='campaign',
            name='state',
            field=models.CharField(choices=[('importing', 'Being imported'), ('draft', 'Being set up'), ('open', 'Open'), ('paused', 'Paused'), ('closed', 'Closed')], default='draft', max_length=10),
        ),
        migrations.AlterField(
            model_name='claim',
            name='attempt',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='annotation.attempt'),
        ),
        migrations.AlterField(
            model_name='claim',
            name='author',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='claim',
            name='highlight',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='annotation.highlight'),
        ),
        migrations.AlterField(
            model_name='claim',
            name='slot',
            field=models.CharField(blank=True, help_text="the claim's type: a name of the protocol's", max_length=60),
        ),
        migrations.AlterField(
            model_name='claimversion',
            name='written_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='verification',
            name='claim_author',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='campaign',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['importing', 'draft', 'open', 'paused', 'closed'])), name='campaign_state_known'),
        ),
        migrations.AddConstraint(
            model_name='campaign',
            constraint=models.CheckConstraint(condition=models.Q(('claims_from', 'files'), models.Q(('claims_from', 'highlights'), models.Q(('state', 'importing'), _negated=True)), _connector='OR'), name='campaign_claims_from_known'),
        ),
        migrations.AddConstraint(
            model_name='campaign',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['importing', 'draft']), models.Q(('corpus__isnull', False), ('protocol__isnull', False)), _connector='OR'), name='campaign_designed_unless_draft'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.UniqueConstraint(fields=('campaign', 'original_id'), name='claim_original_id_once'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('attempt__isnull', False), ('author__isnull', False), ('highlight__isnull', False), ('original_id__isnull', True)), models.Q(('attempt__isnull', True), ('author__isnull', True), ('highlight__isnull', True), ('original_id__isnull', False)), _connector='OR'), name='claim_written_or_imported'),
        ),
        # Altered above, which on SQLite has dropped their triggers.
        append_only.guard("annotation_claim"),
        append_only.guard("annotation_claimversion"),
        append_only.guard("annotation_verification"),
    ]
