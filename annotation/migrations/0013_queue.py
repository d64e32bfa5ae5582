import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '__first__'),
        ('annotation', '0012_interaction_kinds'),
    ]

    operations = [
        migrations.CreateModel(
            name='Assignment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slot', models.PositiveIntegerField()),
                ('is_duplicate', models.BooleanField(default=False)),
                ('rank', models.BigIntegerField(help_text='the keyed hash by which claims are shuffled')),
                ('opened_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('held', 'Being verified'), ('done', 'Verified'), ('closed', 'Closed')], default='waiting', max_length=8)),
                ('lease', models.PositiveIntegerField(default=0, help_text='how often it was taken')),
                ('lease_until', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to='annotation.campaign')),
                ('claim', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to='annotation.claim')),
                ('holder', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(fields=['campaign', 'state', 'rank'], name='assignment_next'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('state', 'closed'), _negated=True), fields=('claim', 'slot'), name='assignment_slot_once'),
                    models.CheckConstraint(condition=models.Q(('slot__gte', 1)), name='assignment_slot_from_one'),
                    models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'held', 'done', 'closed'])), name='assignment_state_known'),
                    models.CheckConstraint(condition=models.Q(models.Q(('holder__isnull', False), ('lease__gte', 1), ('lease_until__isnull', False), ('state', 'held')), models.Q(models.Q(('state', 'held'), _negated=True), ('holder__isnull', True), ('lease_until__isnull', True)), _connector='OR'), name='assignment_held_by_somebody'),
                    models.UniqueConstraint(condition=models.Q(('state', 'held')), fields=('campaign', 'holder'), name='assignment_one_held_by_a_person'),
                ],
            },
        ),
        migrations.CreateModel(
            name='DepthDeck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('shares', models.JSONField()),
                ('seed', models.CharField(max_length=64)),
                ('counts', models.JSONField(blank=True, default=dict)),
                ('started_at', models.DateTimeField()),
                ('annotator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='depth_decks', to='annotation.campaign')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('campaign', 'annotator', 'version'), name='depth_deck_version_once'),
                    models.CheckConstraint(condition=models.Q(('seed', ''), _negated=True), name='depth_deck_seeded'),
                ],
            },
        ),
        migrations.RemoveConstraint(
            model_name='attempt',
            name='attempt_purpose_known',
        ),
        migrations.RemoveConstraint(
            model_name='attempt',
            name='attempt_outcome_known',
        ),
        migrations.AddField(
            model_name='attempt',
            name='claim',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='attempts', to='annotation.claim'),
        ),
        migrations.AlterField(
            model_name='attempt',
            name='highlight',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='attempts', to='annotation.highlight'),
        ),
        migrations.AlterField(
            model_name='attempt',
            name='lease',
            field=models.PositiveIntegerField(help_text="the highlight's or the slot's, when it was last taken"),
        ),
        migrations.AlterField(
            model_name='attempt',
            name='outcome',
            field=models.CharField(choices=[('open', 'At work'), ('lost', 'Passed on to somebody else'), ('skipped', 'Skipped'), ('reported', 'Reported'), ('submitted', 'Submitted')], default='open', max_length=10),
        ),
        migrations.AlterField(
            model_name='attempt',
            name='purpose',
            field=models.CharField(choices=[('write', 'Write claims'), ('verify', 'Verify a claim'), ('gold', 'Verify a claim as the standard'), ('adjudication', 'Decide between verifications')], default='write', max_length=12),
        ),
        migrations.AddField(
            model_name='attempt',
            name='assignment',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='attempts', to='annotation.assignment'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(fields=('claim', 'annotator', 'purpose'), name='attempt_claim_once_per_purpose'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('assignment__isnull', True), ('claim__isnull', True), ('highlight__isnull', False), ('purpose', 'write')), models.Q(('assignment__isnull', False), ('claim__isnull', False), ('highlight__isnull', True), ('purpose', 'verify')), models.Q(('assignment__isnull', True), ('claim__isnull', False), ('highlight__isnull', True), ('purpose__in', ['gold', 'adjudication'])), _connector='OR'), name='attempt_at_one_thing'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.CheckConstraint(condition=models.Q(('outcome__in', ['open', 'lost', 'skipped', 'reported', 'submitted'])), name='attempt_outcome_known'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(condition=models.Q(('outcome__in', ['open', 'submitted'])), fields=('assignment',), name='attempt_one_in_a_slot'),
        ),
    ]
