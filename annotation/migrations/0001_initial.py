import core.tables
import datetime
import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '__first__'),
        ('campaigns', '0001_initial'),
        ('wiki', '0001_initial'),
    ]

    operations = [
        core.tables.CreateTables(
            models=[
                migrations.CreateModel(
                    name='Highlight',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('holder', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('lease', models.PositiveIntegerField(default=0, help_text='how often it was taken')),
                        ('lease_until', models.DateTimeField(blank=True, null=True)),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='highlights', to='campaigns.campaign')),
                        ('page', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='highlights', to='wiki.page')),
                        ('unit', models.CharField(max_length=60)),
                        ('source', models.CharField(help_text="the name of the protocol's source", max_length=60)),
                        ('addresses', models.JSONField()),
                        ('rank', models.BigIntegerField(help_text='the keyed hash by which it was drawn')),
                        ('drawn_at', models.DateTimeField()),
                        ('state', models.CharField(choices=[('waiting', 'Waiting'), ('held', 'In use'), ('written', 'Used'), ('skipped', 'Skipped'), ('gold', 'Gold')], default='waiting', max_length=8)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['campaign', 'state', 'source', 'rank'], name='highlight_next'), models.Index(condition=models.Q(('lease__gt', 0), ('state', 'waiting')), fields=['campaign'], name='highlight_freed')],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('holder__isnull', False), ('lease__gte', 1), ('lease_until__isnull', False), ('state__in', ['held', 'paused'])), models.Q(models.Q(('state__in', ['held', 'paused']), _negated=True), ('holder__isnull', True), ('lease_until__isnull', True)), _connector='OR'), name='highlight_held_by_somebody'), models.UniqueConstraint(condition=models.Q(('state', 'held')), fields=('campaign', 'holder'), name='highlight_one_held_by_a_person'), models.UniqueConstraint(condition=models.Q(('state', 'gold'), _negated=True), fields=('campaign', 'unit'), name='highlight_unit_once'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'held', 'written', 'skipped', 'gold'])), name='highlight_state_known')],
                    },
                ),
                migrations.CreateModel(
                    name='Deck',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('version', models.PositiveIntegerField()),
                        ('shares', models.JSONField()),
                        ('seed', models.CharField(max_length=64)),
                        ('counts', models.JSONField(blank=True, default=dict)),
                        ('started_at', models.DateTimeField()),
                        ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='decks', to='campaigns.campaign')),
                        ('factor', models.CharField(max_length=60)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('campaign', 'factor', 'version'), name='deck_version_once'), models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('campaign', 'factor'), name='deck_one_current'), models.CheckConstraint(condition=models.Q(('seed', ''), _negated=True), name='deck_seeded')],
                    },
                ),
                migrations.CreateModel(
                    name='Prescription',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('deck', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='prescriptions', to='annotation.deck')),
                        ('position', models.PositiveIntegerField()),
                        ('value', models.CharField(max_length=60)),
                        ('slot', models.CharField(blank=True, default='', max_length=60)),
                        ('highlight', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='prescriptions', to='annotation.highlight')),
                    ],
                    options={
                        'indexes': [models.Index(condition=models.Q(('highlight__isnull', True)), fields=['deck', 'position'], name='prescription_freed')],
                        'constraints': [models.UniqueConstraint(fields=('deck', 'position'), name='prescription_position_once'), models.UniqueConstraint(fields=('highlight', 'deck', 'slot'), name='prescription_once_per_slot'), models.CheckConstraint(condition=models.Q(('position__gte', 1)), name='prescription_position_from_one')],
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
                        ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='depth_decks', to='campaigns.campaign')),
                        ('annotator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('campaign', 'annotator', 'version'), name='depth_deck_version_once'), models.CheckConstraint(condition=models.Q(('seed', ''), _negated=True), name='depth_deck_seeded')],
                    },
                ),
                migrations.CreateModel(
                    name='GiveAwayList',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('campaign', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='giveaways', to='campaigns.campaign')),
                        ('phrases', models.JSONField(default=list)),
                        ('claims', models.PositiveIntegerField(help_text='how many were counted')),
                        ('verified', models.PositiveIntegerField(db_default=0, default=0, help_text='how many of them have a verdict of a verifier')),
                        ('made_at', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='Draft',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('attempt', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='draft', to='annotation.attempt')),
                        ('revision', models.PositiveIntegerField(default=1)),
                        ('body', models.JSONField()),
                        ('saved_at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('revision__gte', 1)), name='draft_revision_from_one')],
                    },
                ),
                migrations.CreateModel(
                    name='Skip',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('attempt', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='skip', to='annotation.attempt')),
                        ('reason', models.CharField(help_text="a name of the protocol's", max_length=60)),
                        ('text', models.CharField(blank=True, default='', max_length=1000)),
                        ('prescribed', models.JSONField(blank=True, default=dict)),
                        ('skipped_at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='skip_has_a_reason')],
                    },
                ),
                migrations.CreateModel(
                    name='Claim',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='campaigns.campaign')),
                        ('highlight', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='annotation.highlight')),
                        ('attempt', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='annotation.attempt')),
                        ('author', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to=settings.AUTH_USER_MODEL)),
                        ('original_id', models.BigIntegerField(blank=True, null=True)),
                        ('slot', models.CharField(blank=True, help_text="the claim's type: a name of the protocol's", max_length=60)),
                        ('place', models.PositiveIntegerField(default=1, help_text='among the claims of its slot')),
                        ('base', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='derived_claims', to='annotation.claim')),
                        ('prescribed', models.JSONField(blank=True, default=dict)),
                        ('text', models.TextField()),
                        ('verdict', models.CharField(blank=True, default='', max_length=60)),
                        ('tags', models.JSONField(blank=True, default=dict)),
                        ('guidelines', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.guidelinesversion')),
                        ('written_at', models.DateTimeField()),
                        ('verifying_since', models.DateTimeField(blank=True, null=True)),
                        ('state', models.CharField(choices=[('live', 'In use'), ('withdrawn', 'Withdrawn'), ('gold', 'Gold'), ('calibration', 'Written in calibration')], default='live', max_length=12)),
                        ('identity', models.CharField(blank=True, max_length=32, null=True)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['campaign', 'id'], name='claim_of_campaign')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'live')), fields=('highlight', 'slot', 'place'), name='claim_place_once'), models.UniqueConstraint(condition=models.Q(('state', 'live')), fields=('campaign', 'identity'), name='claim_identity_once'), models.UniqueConstraint(fields=('campaign', 'original_id'), name='claim_original_id_once'), models.CheckConstraint(condition=models.Q(models.Q(('attempt__isnull', False), ('author__isnull', False), ('highlight__isnull', False), ('original_id__isnull', True)), models.Q(('attempt__isnull', True), ('author__isnull', True), ('highlight__isnull', True), ('original_id__isnull', False)), models.Q(('attempt__isnull', True), ('author__isnull', False), ('highlight__isnull', True), ('original_id__isnull', True), ('state', 'gold')), _connector='OR'), name='claim_written_or_imported'), models.UniqueConstraint(condition=models.Q(('state__in', ['gold', 'calibration'])), fields=('attempt', 'slot', 'place'), name='claim_place_once_in_calibration'), models.UniqueConstraint(fields=('id', 'author'), name='claim_with_its_author'), models.CheckConstraint(condition=models.Q(('state__in', ['live', 'withdrawn', 'gold', 'calibration'])), name='claim_state_known'), models.CheckConstraint(condition=models.Q(('place__gte', 1)), name='claim_place_from_one'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='claim_not_empty'), models.CheckConstraint(condition=django.db.models.lookups.LessThanOrEqual(django.db.models.functions.text.Length('text'), 1000), name='claim_not_too_long'), models.CheckConstraint(condition=models.Q(('base', models.F('id')), _negated=True), name='claim_not_its_own_base')],
                    },
                ),
                migrations.CreateModel(
                    name='ClaimVersion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('claim', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='annotation.claim')),
                        ('number', models.PositiveIntegerField()),
                        ('text', models.TextField()),
                        ('verdict', models.CharField(blank=True, default='', max_length=60)),
                        ('tags', models.JSONField(blank=True, default=dict)),
                        ('base', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.claim')),
                        ('guidelines', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.guidelinesversion')),
                        ('written_at', models.DateTimeField()),
                        ('written_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('claim', 'number'), name='claim_version_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='claim_version_number_from_one'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='claim_version_not_empty')],
                    },
                ),
                migrations.CreateModel(
                    name='ClaimKey',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.campaign')),
                        ('key', models.CharField(max_length=100)),
                        ('claim', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='keys', to='annotation.claim')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('campaign', 'key', 'claim'), name='claim_key_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Assignment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('holder', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('lease', models.PositiveIntegerField(default=0, help_text='how often it was taken')),
                        ('lease_until', models.DateTimeField(blank=True, null=True)),
                        ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to='campaigns.campaign')),
                        ('claim', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to='annotation.claim')),
                        ('slot', models.PositiveIntegerField()),
                        ('is_duplicate', models.BooleanField(default=False)),
                        ('rank', models.BigIntegerField(help_text='the keyed hash by which claims are shuffled')),
                        ('opened_at', models.DateTimeField()),
                        ('state', models.CharField(choices=[('waiting', 'Waiting'), ('held', 'Being verified'), ('paused', 'Paused'), ('done', 'Verified'), ('closed', 'Closed')], default='waiting', max_length=8)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['campaign', 'state', 'rank'], name='assignment_next')],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('holder__isnull', False), ('lease__gte', 1), ('lease_until__isnull', False), ('state__in', ['held', 'paused'])), models.Q(models.Q(('state__in', ['held', 'paused']), _negated=True), ('holder__isnull', True), ('lease_until__isnull', True)), _connector='OR'), name='assignment_held_by_somebody'), models.UniqueConstraint(condition=models.Q(('state', 'held')), fields=('campaign', 'holder'), name='assignment_one_held_by_a_person'), models.UniqueConstraint(condition=models.Q(('state', 'closed'), _negated=True), fields=('claim', 'slot'), name='assignment_slot_once'), models.CheckConstraint(condition=models.Q(('slot__gte', 1)), name='assignment_slot_from_one'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'held', 'paused', 'done', 'closed'])), name='assignment_state_known')],
                    },
                ),
                migrations.CreateModel(
                    name='Attempt',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('highlight', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='attempts', to='annotation.highlight')),
                        ('claim', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='attempts', to='annotation.claim')),
                        ('assignment', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='attempts', to='annotation.assignment')),
                        ('annotator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='attempts', to=settings.AUTH_USER_MODEL)),
                        ('purpose', models.CharField(choices=[('write', 'Write claims'), ('verify', 'Verify a claim'), ('gold', 'Make gold'), ('adjudication', 'Adjudicate a claim'), ('calibration', 'Calibration')], default='write', max_length=12)),
                        ('lease', models.PositiveIntegerField(help_text="the highlight's or the slot's, when it was last taken")),
                        ('outcome', models.CharField(choices=[('open', 'In progress'), ('lost', 'Passed to somebody else'), ('skipped', 'Skipped'), ('reported', 'Reported'), ('submitted', 'Submitted'), ('undone', 'Undone by a manager')], default='open', max_length=10)),
                        ('started_at', models.DateTimeField()),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('reopened_at', models.DateTimeField(blank=True, null=True)),
                        ('acts', models.PositiveIntegerField(default=0)),
                        ('log_bytes', models.PositiveIntegerField(default=0)),
                        ('active_ms', models.PositiveBigIntegerField(db_default=0, default=0)),
                        ('timed_acts', models.PositiveIntegerField(db_default=0, default=0)),
                        ('digest', models.CharField(blank=True, default='', max_length=64)),
                        ('reviewed', models.CharField(blank=True, db_default='', default='', max_length=64)),
                    ],
                    options={
                        'indexes': [models.Index(condition=models.Q(('timed_acts', models.F('acts')), _negated=True), fields=['id'], name='attempt_untimed')],
                        'constraints': [models.UniqueConstraint(fields=('highlight', 'annotator', 'purpose'), name='attempt_once_per_purpose'), models.UniqueConstraint(fields=('claim', 'annotator', 'purpose'), name='attempt_claim_once_per_purpose'), models.CheckConstraint(condition=models.Q(models.Q(('assignment__isnull', True), ('claim__isnull', True), ('highlight__isnull', False), ('purpose', 'write')), models.Q(('assignment__isnull', False), ('claim__isnull', False), ('highlight__isnull', True), ('purpose', 'verify')), models.Q(('assignment__isnull', True), ('claim__isnull', False), ('highlight__isnull', True), ('purpose__in', ['gold', 'adjudication', 'calibration'])), models.Q(('assignment__isnull', True), ('claim__isnull', True), ('highlight__isnull', False), ('purpose__in', ['gold', 'calibration'])), _connector='OR'), name='attempt_at_one_thing'), models.CheckConstraint(condition=models.Q(('outcome__in', ['open', 'lost', 'skipped', 'reported', 'submitted', 'undone'])), name='attempt_outcome_known'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('outcome', 'open')), models.Q(models.Q(('outcome', 'open'), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='attempt_ended_iff_not_open'), models.CheckConstraint(condition=models.Q(('acts__lte', 1100000), ('log_bytes__lte', 1100000000)), name='attempt_log_limited'), models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'submitted'), models.Q(('digest', ''), _negated=True)), models.Q(models.Q(('outcome', 'submitted'), _negated=True), ('digest', '')), _connector='OR'), name='attempt_digest_iff_submitted'), models.UniqueConstraint(condition=models.Q(('purpose', 'write'), models.Q(('outcome__in', ['lost', 'undone']), _negated=True)), fields=('highlight', 'purpose'), name='attempt_one_not_lost'), models.UniqueConstraint(condition=models.Q(('outcome__in', ['open', 'submitted'])), fields=('assignment',), name='attempt_one_in_a_slot')],
                    },
                ),
                migrations.CreateModel(
                    name='ClaimReport',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='campaigns.campaign')),
                        ('claim', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='annotation.claim')),
                        ('claim_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.claimversion')),
                        ('attempt', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='report', to='annotation.attempt')),
                        ('reasons', models.JSONField()),
                        ('note', models.CharField(blank=True, default='', max_length=1000)),
                        ('reported_at', models.DateTimeField()),
                        ('state', models.CharField(choices=[('open', 'Waiting for a decision'), ('confirmed', 'Confirmed: the claim is withdrawn'), ('edited', 'The claim was edited and returned'), ('dismissed', 'Dismissed: the claim is returned'), ('undone', 'Undone: this report does not count')], default='open', max_length=10)),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                        ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['campaign', 'state', 'reported_at'], name='claim_report_of_campaign')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['open', 'confirmed', 'edited', 'dismissed', 'undone'])), name='claim_report_state_known'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decided_by__isnull', True), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('decided_at__isnull', False), ('decided_by__isnull', False)), _connector='OR'), name='claim_report_decided_iff_not_open'), models.CheckConstraint(condition=models.Q(('reasons', []), _negated=True), name='claim_report_has_reasons')],
                    },
                ),
                migrations.CreateModel(
                    name='Interaction',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('attempt', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='interactions', to='annotation.attempt')),
                        ('stream', models.UUIDField()),
                        ('sequence', models.PositiveIntegerField()),
                        ('kind', models.CharField(choices=[('started', 'Started'), ('loading_started', 'Loading started'), ('loading_ended', 'Loading finished'), ('hidden', 'Switched to another window'), ('shown', 'Returned to this window'), ('heartbeat', 'Heartbeat'), ('input', 'Typed or clicked'), ('searched', 'Searched'), ('results_shown', 'Results shown'), ('result_opened', 'Opened a result'), ('page_opened', 'Opened a page'), ('link_followed', 'Followed a link'), ('searched_in_page', 'Searched on a page'), ('page_search_reset', 'Closed the search on a page'), ('went_to_highlight', 'Went to the highlight'), ('went_back', 'Went back'), ('went_forward', 'Went forward'), ('guidelines_opened', 'Opened the guidelines'), ('element_selected', 'Selected an element'), ('element_deselected', 'Deselected an element'), ('set_switched', 'Switched to another evidence set'), ('undone', 'Undid a step'), ('redone', 'Redid a step'), ('verdict_chosen', 'Chose a verdict'), ('guideline_answered', 'Answered the guideline question'), ('tag_chosen', 'Chose a tag'), ('minimality_answered', 'Answered whether an element is needed'), ('minimality_ended', 'Ended the check of the evidence'), ('review_opened', 'Opened the confirmation'), ('review_left', 'Closed the confirmation'), ('suggestion_shown', 'Suggestion shown'), ('suggestion_opened', 'Opened a suggestion'), ('suggestion_used', 'Used a suggestion'), ('draft_saved', 'Saved a draft'), ('warning_shown', 'Warning shown'), ('warning_overridden', 'Overrode a warning'), ('paused', 'Paused'), ('submitted', 'Submitted'), ('reopened', 'Reopened the verification'), ('correction_left', 'Cancelled the correction'), ('reported', 'Reported the claim'), ('skipped', 'Skipped')], max_length=20)),
                        ('happened_at', models.DateTimeField()),
                        ('received_at', models.DateTimeField()),
                        ('body', models.JSONField(blank=True, default=dict)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('attempt', 'stream', 'sequence'), name='interaction_once'), models.CheckConstraint(condition=models.Q(('sequence__gte', 1)), name='interaction_sequence_from_one'), models.CheckConstraint(condition=models.Q(('kind__in', ['started', 'loading_started', 'loading_ended', 'hidden', 'shown', 'heartbeat', 'input', 'searched', 'results_shown', 'result_opened', 'page_opened', 'link_followed', 'searched_in_page', 'page_search_reset', 'went_to_highlight', 'went_back', 'went_forward', 'guidelines_opened', 'element_selected', 'element_deselected', 'set_switched', 'undone', 'redone', 'verdict_chosen', 'guideline_answered', 'tag_chosen', 'minimality_answered', 'minimality_ended', 'review_opened', 'review_left', 'suggestion_shown', 'suggestion_opened', 'suggestion_used', 'draft_saved', 'warning_shown', 'warning_overridden', 'paused', 'submitted', 'reopened', 'correction_left', 'reported', 'skipped'])), name='interaction_kind_known'), models.CheckConstraint(condition=models.Q(('happened_at__gte', datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.timezone.utc)), ('happened_at__lt', datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.timezone.utc)), ('received_at__gte', datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.timezone.utc)), ('received_at__lt', datetime.datetime(2100, 1, 1, 0, 0, tzinfo=datetime.timezone.utc))), name='interaction_time_possible'), models.CheckConstraint(condition=models.Q(('happened_at__lte', models.F('received_at'))), name='interaction_before_arrival'), models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['correction_left', 'draft_saved', 'paused', 'reopened', 'reported', 'skipped', 'started', 'submitted', 'warning_overridden']), ('stream', uuid.UUID('00000000-0000-0000-0000-000000000000'))), models.Q(models.Q(('stream', uuid.UUID('00000000-0000-0000-0000-000000000000')), _negated=True), models.Q(('kind__in', ['correction_left', 'draft_saved', 'paused', 'reopened', 'reported', 'skipped', 'started', 'submitted', 'warning_overridden']), _negated=True)), _connector='OR'), name='interaction_server_stream')],
                    },
                ),
                migrations.CreateModel(
                    name='LogMark',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('attempt', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='log_marks', to='annotation.attempt')),
                        ('kind', models.CharField(choices=[('long_batch', 'Long activity reported at once'), ('impossible_times', 'Times before the start or after the arrival'), ('log_full', 'Log full')], max_length=20)),
                        ('seconds', models.PositiveBigIntegerField(default=0)),
                        ('marked_at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('attempt', 'kind'), name='log_mark_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['long_batch', 'impossible_times', 'log_full'])), name='log_mark_kind_known')],
                    },
                ),
                migrations.CreateModel(
                    name='QuestionSubject',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('question', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='subject', to='campaigns.question')),
                        ('attempt', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='question_subjects', to='annotation.attempt')),
                    ],
                ),
                migrations.CreateModel(
                    name='Verification',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='verifications', to='campaigns.campaign')),
                        ('claim', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='verifications', to='annotation.claim')),
                        ('claim_author', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('attempt', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='verification', to='annotation.attempt')),
                        ('annotator', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='verifications', to=settings.AUTH_USER_MODEL)),
                        ('purpose', models.CharField(choices=[('write', 'Write claims'), ('verify', 'Verify a claim'), ('gold', 'Make gold'), ('adjudication', 'Adjudicate a claim'), ('calibration', 'Calibration')], max_length=12)),
                        ('number', models.PositiveIntegerField(default=1, help_text='of its latest version')),
                        ('verdict', models.CharField(help_text="a name of the protocol's", max_length=60)),
                        ('submitted_at', models.DateTimeField(help_text='of its first version')),
                        ('void_since', models.DateTimeField(blank=True, null=True)),
                        ('locked_since', models.DateTimeField(blank=True, null=True)),
                        ('locked_by', models.CharField(blank=True, choices=[('released', 'Used in a release'), ('adjudicated', 'Adjudicated'), ('graded', 'Graded, and the grade was shown')], default='', max_length=12)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['campaign', 'submitted_at'], name='verification_of_campaign'), models.Index(fields=['annotator', 'submitted_at'], name='verification_of_person')],
                        'constraints': [models.UniqueConstraint(fields=('claim', 'annotator', 'purpose'), name='verification_once_per_purpose'), models.CheckConstraint(condition=models.Q(('purpose__in', ['verify', 'gold', 'adjudication', 'calibration'])), name='verification_purpose_known'), models.CheckConstraint(condition=models.Q(('purpose__in', ['gold', 'adjudication']), models.Q(('annotator', models.F('claim_author')), _negated=True), _connector='OR'), name='verification_not_by_the_author'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='verification_number_from_one'), models.CheckConstraint(condition=models.Q(('verdict', ''), _negated=True), name='verification_has_a_verdict'), models.CheckConstraint(condition=models.Q(models.Q(('locked_by', ''), ('locked_since__isnull', True)), models.Q(('locked_by__in', ['released', 'adjudicated', 'graded']), ('locked_since__isnull', False)), _connector='OR'), name='verification_locked_by_something')],
                    },
                ),
                migrations.CreateModel(
                    name='VerificationVersion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('verification', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='annotation.verification')),
                        ('number', models.PositiveIntegerField()),
                        ('verdict', models.CharField(max_length=60)),
                        ('answer', models.CharField(blank=True, default='', max_length=60)),
                        ('tags', models.JSONField(blank=True, default=dict)),
                        ('note', models.CharField(blank=True, default='', max_length=1000)),
                        ('claim_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.claimversion')),
                        ('guidelines', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.guidelinesversion')),
                        ('submitted_at', models.DateTimeField()),
                        ('loading_ms', models.PositiveBigIntegerField(default=0)),
                        ('active_ms', models.PositiveBigIntegerField(default=0)),
                        ('idle_ms', models.PositiveBigIntegerField(default=0)),
                        ('scope', models.JSONField(blank=True, default=list)),
                        ('figures', models.JSONField(blank=True, default=list)),
                        ('digest', models.CharField(max_length=64)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('verification', 'number'), name='verification_version_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='verification_version_number_from_one'), models.CheckConstraint(condition=models.Q(('verdict', ''), _negated=True), name='verification_version_has_a_verdict')],
                    },
                ),
                migrations.CreateModel(
                    name='EvidenceSet',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('version', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='evidence_sets', to='annotation.verificationversion')),
                        ('position', models.PositiveIntegerField()),
                        ('set_limit', models.PositiveIntegerField(help_text='the most that the protocol allows')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('version', 'position'), name='evidence_set_once'), models.CheckConstraint(condition=models.Q(('position__gte', 1), ('position__lte', models.F('set_limit'))), name='evidence_set_within_limit')],
                    },
                ),
                migrations.CreateModel(
                    name='Evidence',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('evidence_set', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='evidence', to='annotation.evidenceset')),
                        ('page', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='evidence', to='wiki.page')),
                        ('address', models.CharField(max_length=60)),
                        ('position', models.PositiveIntegerField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('evidence_set', 'page', 'address'), name='evidence_once_in_a_set'), models.UniqueConstraint(fields=('evidence_set', 'position'), name='evidence_position_once'), models.CheckConstraint(condition=models.Q(('position__gte', 1)), name='evidence_position_from_one'), models.CheckConstraint(condition=models.Q(('address', ''), _negated=True), name='evidence_has_an_address')],
                    },
                ),
                migrations.CreateModel(
                    name='Gold',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='gold', to='campaigns.campaign')),
                        ('task', models.CharField(choices=[('write', 'Write claims'), ('verify', 'Verify claims')], max_length=6)),
                        ('claim', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='gold', to='annotation.claim')),
                        ('highlight', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='gold', to='annotation.highlight')),
                        ('prescribed', models.JSONField(blank=True, default=dict)),
                        ('use', models.CharField(choices=[('practice', 'Practice'), ('phase', 'Calibration'), ('silent', 'Silent, in the ordinary work')], max_length=8)),
                        ('phase', models.CharField(blank=True, default='', help_text="a name of the protocol's", max_length=60)),
                        ('try_number', models.PositiveIntegerField(default=1)),
                        ('position', models.PositiveIntegerField(default=1)),
                        ('difficulty', models.CharField(choices=[('easy', 'Easy'), ('special', 'Special case')], default='easy', max_length=8)),
                        ('why', models.CharField(blank=True, default='', max_length=2000)),
                        ('clause', models.CharField(blank=True, default='', help_text='of the guidelines', max_length=200)),
                        ('identity', models.CharField(max_length=64)),
                        ('answer', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='answered_gold', to='annotation.attempt')),
                        ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('made_at', models.DateTimeField()),
                        ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                        ('withdrawn_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['campaign', 'task', 'use', 'phase', 'try_number', 'position'], name='gold_of_a_phase')],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('claim__isnull', False), ('highlight__isnull', True), ('task', 'verify')), models.Q(('claim__isnull', True), ('highlight__isnull', False), ('task', 'write')), _connector='OR'), name='gold_fits_task'), models.CheckConstraint(condition=models.Q(models.Q(('use', 'phase'), models.Q(('phase', ''), _negated=True)), models.Q(('phase', ''), ('use__in', ['practice', 'silent'])), _connector='OR'), name='gold_use_known'), models.CheckConstraint(condition=models.Q(('difficulty__in', ['easy', 'special'])), name='gold_difficulty_known'), models.CheckConstraint(condition=models.Q(('position__gte', 1), ('try_number__gte', 1)), name='gold_numbers_from_one'), models.CheckConstraint(condition=models.Q(models.Q(('withdrawn_at__isnull', True), ('withdrawn_by__isnull', True)), models.Q(('withdrawn_at__isnull', False), ('withdrawn_by__isnull', False)), _connector='OR'), name='gold_withdrawn_by_somebody'), models.UniqueConstraint(condition=models.Q(('withdrawn_at__isnull', True)), fields=('campaign', 'task', 'identity'), name='gold_in_one_use')],
                    },
                ),
                migrations.CreateModel(
                    name='Candidacy',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='candidacies', to='campaigns.campaign')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='candidacies', to=settings.AUTH_USER_MODEL)),
                        ('task', models.CharField(choices=[('write', 'Write claims'), ('verify', 'Verify claims')], max_length=6)),
                        ('try_number', models.PositiveIntegerField(default=1)),
                        ('outcome', models.CharField(choices=[('open', 'In calibration'), ('approved', 'Approved'), ('rejected', 'Rejected')], default='open', max_length=8)),
                        ('begun_at', models.DateTimeField()),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                        ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('note', models.CharField(blank=True, default='', max_length=1000)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('campaign', 'person', 'task'), name='candidacy_once'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('outcome', 'open')), models.Q(('decided_at__isnull', False), ('outcome__in', ['approved', 'rejected'])), _connector='OR'), name='candidacy_outcome_known'), models.CheckConstraint(condition=models.Q(('try_number__gte', 1)), name='candidacy_try_from_one'), models.CheckConstraint(condition=models.Q(('task__in', ['write', 'verify'])), name='candidacy_task_known'), models.CheckConstraint(condition=models.Q(('decided_by', models.F('person')), _negated=True), name='candidacy_decided_by_another')],
                    },
                ),
                migrations.CreateModel(
                    name='Qualification',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('candidacy', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='qualifications', to='annotation.candidacy')),
                        ('phase', models.CharField(help_text="a name of the protocol's, or practice", max_length=60)),
                        ('try_number', models.PositiveIntegerField()),
                        ('state', models.CharField(choices=[('open', 'In progress'), ('submitted', 'Waiting for grades'), ('feedback', 'Feedback to read'), ('read', 'Feedback read')], default='open', max_length=10)),
                        ('started_at', models.DateTimeField()),
                        ('submitted_at', models.DateTimeField(blank=True, null=True)),
                        ('feedback_at', models.DateTimeField(blank=True, null=True)),
                        ('read_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('candidacy', 'phase', 'try_number'), name='qualification_once'), models.CheckConstraint(condition=models.Q(models.Q(('feedback_at__isnull', True), ('state', 'open'), ('submitted_at__isnull', True)), models.Q(('feedback_at__isnull', True), ('state', 'submitted'), ('submitted_at__isnull', False)), models.Q(('feedback_at__isnull', False), ('read_at__isnull', True), ('state', 'feedback')), models.Q(('feedback_at__isnull', False), ('read_at__isnull', False), ('state', 'read')), _connector='OR'), name='qualification_state_known')],
                    },
                ),
                migrations.CreateModel(
                    name='PhaseItem',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('qualification', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='items', to='annotation.qualification')),
                        ('gold', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='phase_items', to='annotation.gold')),
                        ('position', models.PositiveIntegerField()),
                        ('attempt', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='phase_item', to='annotation.attempt')),
                        ('read_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('qualification', 'position'), name='phase_item_position_once'), models.UniqueConstraint(fields=('qualification', 'gold'), name='phase_item_once'), models.CheckConstraint(condition=models.Q(('position__gte', 1)), name='phase_item_position_from_one')],
                    },
                ),
                migrations.CreateModel(
                    name='Grade',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('item', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='grades', to='annotation.phaseitem')),
                        ('claim', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='grades', to='annotation.claim')),
                        ('grader', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('candidate', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('keeps_guidelines', models.BooleanField(blank=True, null=True)),
                        ('tags_fit', models.BooleanField(blank=True, null=True)),
                        ('verdict_right', models.BooleanField(blank=True, null=True)),
                        ('precision', models.FloatField(blank=True, null=True)),
                        ('recall', models.FloatField(blank=True, null=True)),
                        ('complete_sets', models.PositiveIntegerField(blank=True, null=True)),
                        ('gold_sets', models.PositiveIntegerField(blank=True, null=True)),
                        ('is_strict', models.BooleanField(blank=True, null=True)),
                        ('comment', models.CharField(blank=True, default='', max_length=2000)),
                        ('clause', models.CharField(blank=True, default='', help_text='of the guidelines', max_length=200)),
                        ('settles', models.BooleanField(default=False)),
                        ('graded_at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(condition=models.Q(('claim__isnull', False), ('grader__isnull', False)), fields=('item', 'claim', 'grader'), name='grade_of_claim_once'), models.UniqueConstraint(condition=models.Q(('claim__isnull', True), ('grader__isnull', False)), fields=('item', 'grader'), name='grade_of_item_once'), models.UniqueConstraint(condition=models.Q(('claim__isnull', True), ('grader__isnull', True)), fields=('item',), name='grade_by_rule_once'), models.UniqueConstraint(condition=models.Q(('settles', True)), fields=('item', 'claim'), name='grade_one_settles'), models.CheckConstraint(condition=models.Q(('grader', models.F('candidate')), _negated=True), name='grade_not_by_the_candidate'), models.CheckConstraint(condition=models.Q(('claim__isnull', True), ('grader__isnull', False), _connector='OR'), name='grade_of_claims_by_people'), models.CheckConstraint(condition=models.Q(models.Q(('precision__isnull', True), models.Q(('precision__gte', 0), ('precision__lte', 1)), _connector='OR'), models.Q(('recall__isnull', True), models.Q(('recall__gte', 0), ('recall__lte', 1)), _connector='OR')), name='grade_shares_from_zero_to_one')],
                    },
                ),
                migrations.CreateModel(
                    name='Appeal',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('item', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='appeal', to='annotation.phaseitem')),
                        ('text', models.CharField(max_length=2000)),
                        ('made_at', models.DateTimeField()),
                        ('state', models.CharField(choices=[('open', 'Waiting for an answer'), ('upheld', 'The grade was changed'), ('dismissed', 'The grade stays')], default='open', max_length=10)),
                        ('answer', models.CharField(blank=True, default='', max_length=2000)),
                        ('answered_at', models.DateTimeField(blank=True, null=True)),
                        ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='appeal_has_a_text'), models.CheckConstraint(condition=models.Q(models.Q(('answered_at__isnull', True), ('answered_by__isnull', True), ('state', 'open')), models.Q(('answered_at__isnull', False), ('answered_by__isnull', False), ('state__in', ['upheld', 'dismissed'])), _connector='OR'), name='appeal_answered_iff_not_open')],
                    },
                ),
                migrations.CreateModel(
                    name='GradingPhrase',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='grading_phrases', to='campaigns.campaign')),
                        ('text', models.CharField(max_length=300)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('campaign', 'text'), name='grading_phrase_once'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='grading_phrase_not_empty')],
                    },
                ),
                migrations.CreateModel(
                    name='PayRate',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('task', models.CharField(help_text='a purpose of attempts', max_length=12)),
                        ('basis', models.CharField(choices=[('hour', 'an hour of active time'), ('item', 'a submitted item')], max_length=4)),
                        ('amount', models.DecimalField(decimal_places=2, max_digits=8)),
                        ('currency', models.CharField(help_text='three capital letters: EUR', max_length=3)),
                        ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='pay_rates', to='campaigns.campaign')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('campaign', 'task'), name='pay_rate_once_a_task'), models.CheckConstraint(condition=models.Q(('task__in', ['write', 'verify', 'calibration'])), name='pay_rate_task_paid'), models.CheckConstraint(condition=models.Q(('basis__in', ['hour', 'item'])), name='pay_rate_basis_known'), models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='pay_rate_not_negative'), models.CheckConstraint(condition=models.Q(('currency', ''), _negated=True), name='pay_rate_has_a_currency')],
                    },
                ),
            ],
        ),
    ]
