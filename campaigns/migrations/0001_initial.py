import core.tables
import django.core.validators
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('accounts', '__first__'),
        ('wiki', '0001_initial'),
    ]

    operations = [
        core.tables.CreateTables(
            models=[
                migrations.CreateModel(
                    name='Campaign',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('name', models.CharField(max_length=120, unique=True, verbose_name='name')),
                        ('state', models.CharField(choices=[('importing', 'Being imported'), ('draft', 'Being set up'), ('open', 'Open'), ('paused', 'Paused'), ('closed', 'Closed'), ('archived', 'Archived'), ('deleting', 'Being deleted')], default='draft', max_length=10)),
                        ('archived_from', models.CharField(blank=True, choices=[('importing', 'Being imported'), ('draft', 'Being set up'), ('open', 'Open'), ('paused', 'Paused'), ('closed', 'Closed'), ('archived', 'Archived'), ('deleting', 'Being deleted')], default='', max_length=10)),
                        ('created_at', models.DateTimeField()),
                        ('protocol', models.JSONField(blank=True, null=True)),
                        ('corpus', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='campaigns', to='wiki.corpus')),
                        ('page_choice', models.CharField(choices=[('all', 'All pages'), ('category', 'The pages of a category'), ('titles', 'Pages by title'), ('linked', 'Pages by title, and those they link to')], default='all', max_length=8)),
                        ('page_names', models.JSONField(blank=True, default=list)),
                        ('excludes_used_pages', models.BooleanField(default=False)),
                        ('target', models.PositiveIntegerField(default=0, verbose_name='highlights to write from')),
                        ('claims_from', models.CharField(choices=[('highlights', 'Written from highlights'), ('files', 'Imported from files')], default='highlights', max_length=10)),
                        ('seed', models.CharField(blank=True, default='', max_length=64)),
                        ('is_demonstration', models.BooleanField(default=False)),
                        ('requires_calibration', models.BooleanField(default=False, verbose_name='requires calibration')),
                        ('requires_screening', models.BooleanField(default=False, verbose_name='requires screening')),
                        ('suggests_evidence', models.BooleanField(default=False, verbose_name='suggests evidence')),
                        ('members', models.ManyToManyField(related_name='campaigns', through='campaigns.Membership', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['importing', 'draft', 'open', 'paused', 'closed', 'archived', 'deleting'])), name='campaign_state_known'), models.CheckConstraint(condition=models.Q(models.Q(('archived_from__in', ['draft', 'open', 'paused', 'closed']), ('state__in', ['archived', 'deleting'])), models.Q(models.Q(('state__in', ['archived', 'deleting']), _negated=True), ('archived_from', '')), _connector='OR'), name='campaign_archived_from_a_state'), models.CheckConstraint(condition=models.Q(('claims_from', 'files'), models.Q(('claims_from', 'highlights'), models.Q(('state', 'importing'), _negated=True)), _connector='OR'), name='campaign_claims_from_known'), models.CheckConstraint(condition=models.Q(('page_choice__in', ['all', 'category', 'titles', 'linked'])), name='campaign_page_choice_known'), models.CheckConstraint(condition=models.Q(('protocol__isnull', True), models.Q(('seed', ''), _negated=True), _connector='OR'), name='campaign_design_seeded'), models.CheckConstraint(condition=models.Q(('state__in', ['importing', 'draft']), ('archived_from', 'draft'), models.Q(('corpus__isnull', False), ('protocol__isnull', False)), _connector='OR'), name='campaign_designed_unless_draft')],
                    },
                ),
                migrations.CreateModel(
                    name='GuidelinesVersion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='guidelines', to='campaigns.campaign')),
                        ('number', models.PositiveIntegerField()),
                        ('text', models.TextField(help_text='Markdown')),
                        ('note', models.CharField(blank=True, default='', max_length=300)),
                        ('published_at', models.DateTimeField()),
                        ('published_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('campaign', 'number'), name='guidelines_number_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='guidelines_number_from_one'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='guidelines_not_empty')],
                    },
                ),
                migrations.CreateModel(
                    name='Membership',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='campaigns.campaign')),
                        ('role', models.CharField(choices=[('annotator', 'Annotator'), ('manager', 'Manager'), ('researcher', 'Researcher'), ('machine', 'Machine')], max_length=12, verbose_name='role')),
                        ('writes_claims', models.BooleanField(default=False, verbose_name='writes claims')),
                        ('verifies_claims', models.BooleanField(default=False, verbose_name='verifies claims')),
                        ('is_expert', models.BooleanField(default=False, verbose_name='is an expert')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                        ('joined_at', models.DateTimeField()),
                        ('note', models.CharField(blank=True, default='', max_length=120)),
                        ('guidelines_seen', models.PositiveIntegerField(default=0)),
                    ],
                    options={
                        'abstract': False,
                        'constraints': [models.CheckConstraint(condition=models.Q(('role__in', ['annotator', 'manager', 'researcher', 'machine'])), name='membership_role_known'), models.CheckConstraint(condition=models.Q(models.Q(('role', 'annotator'), models.Q(('writes_claims', True), ('verifies_claims', True), _connector='OR')), models.Q(models.Q(('role', 'annotator'), _negated=True), ('verifies_claims', False), ('writes_claims', False)), _connector='OR'), name='membership_tasks_fit_role'), models.CheckConstraint(condition=models.Q(('is_expert', False), models.Q(('verifies_claims', True), ('writes_claims', False)), _connector='OR'), name='membership_expert_only_verifies'), models.UniqueConstraint(fields=('campaign', 'user'), name='membership_once')],
                    },
                ),
                migrations.CreateModel(
                    name='InvitedMembership',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='campaigns.campaign')),
                        ('role', models.CharField(choices=[('annotator', 'Annotator'), ('manager', 'Manager'), ('researcher', 'Researcher'), ('machine', 'Machine')], max_length=12, verbose_name='role')),
                        ('writes_claims', models.BooleanField(default=False, verbose_name='writes claims')),
                        ('verifies_claims', models.BooleanField(default=False, verbose_name='verifies claims')),
                        ('is_expert', models.BooleanField(default=False, verbose_name='is an expert')),
                        ('invitation', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='membership', to='accounts.invitation')),
                    ],
                    options={
                        'abstract': False,
                        'constraints': [models.CheckConstraint(condition=models.Q(('role__in', ['annotator', 'manager', 'researcher', 'machine'])), name='invitedmembership_role_known'), models.CheckConstraint(condition=models.Q(models.Q(('role', 'annotator'), models.Q(('writes_claims', True), ('verifies_claims', True), _connector='OR')), models.Q(models.Q(('role', 'annotator'), _negated=True), ('verifies_claims', False), ('writes_claims', False)), _connector='OR'), name='invitedmembership_tasks_fit_role'), models.CheckConstraint(condition=models.Q(('is_expert', False), models.Q(('verifies_claims', True), ('writes_claims', False)), _connector='OR'), name='invitedmembership_expert_only_verifies')],
                    },
                ),
                migrations.CreateModel(
                    name='WorkerLink',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='campaigns.campaign')),
                        ('role', models.CharField(choices=[('annotator', 'Annotator'), ('manager', 'Manager'), ('researcher', 'Researcher'), ('machine', 'Machine')], max_length=12, verbose_name='role')),
                        ('writes_claims', models.BooleanField(default=False, verbose_name='writes claims')),
                        ('verifies_claims', models.BooleanField(default=False, verbose_name='verifies claims')),
                        ('is_expert', models.BooleanField(default=False, verbose_name='is an expert')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('digest', models.CharField(max_length=64, unique=True)),
                        ('name', models.CharField(max_length=80, verbose_name='name')),
                        ('parameter', models.CharField(max_length=40, validators=[django.core.validators.RegexValidator('^[A-Za-z][A-Za-z0-9_]*\\Z', 'Letters, digits and _, beginning with a letter.')], verbose_name='parameter with the worker id')),
                        ('seats', models.PositiveIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10000)], verbose_name='workers at most')),
                        ('items', models.PositiveIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10000)], verbose_name='items until the completion code')),
                        ('code', models.CharField(blank=True, default='', max_length=40, validators=[django.core.validators.RegexValidator('^[A-Za-z0-9-]+\\Z', 'Letters, digits and dashes.')], verbose_name='completion code')),
                        ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField()),
                        ('expires_at', models.DateTimeField()),
                        ('revoked_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'abstract': False,
                        'constraints': [models.CheckConstraint(condition=models.Q(('role__in', ['annotator', 'manager', 'researcher', 'machine'])), name='workerlink_role_known'), models.CheckConstraint(condition=models.Q(models.Q(('role', 'annotator'), models.Q(('writes_claims', True), ('verifies_claims', True), _connector='OR')), models.Q(models.Q(('role', 'annotator'), _negated=True), ('verifies_claims', False), ('writes_claims', False)), _connector='OR'), name='workerlink_tasks_fit_role'), models.CheckConstraint(condition=models.Q(('is_expert', False), models.Q(('verifies_claims', True), ('writes_claims', False)), _connector='OR'), name='workerlink_expert_only_verifies'), models.CheckConstraint(condition=models.Q(('is_expert', False), ('role', 'annotator')), name='workerlink_for_annotators'), models.CheckConstraint(condition=models.Q(('items__gte', 1), ('seats__gte', 1)), name='workerlink_offers_something')],
                    },
                ),
                migrations.CreateModel(
                    name='CrowdWorker',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='workers', to='campaigns.campaign')),
                        ('link', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='workers', to='campaigns.workerlink')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='worker_ids', to=settings.AUTH_USER_MODEL)),
                        ('worker_id', models.CharField(max_length=100)),
                        ('code', models.CharField(max_length=40)),
                        ('joined_at', models.DateTimeField()),
                        ('completed_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('campaign', 'worker_id'), name='worker_id_once'), models.UniqueConstraint(fields=('campaign', 'person'), name='worker_once'), models.CheckConstraint(condition=models.Q(models.Q(('worker_id', ''), _negated=True), models.Q(('code', ''), _negated=True)), name='worker_identified')],
                    },
                ),
                migrations.CreateModel(
                    name='Question',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='questions', to='campaigns.campaign')),
                        ('asker', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='questions', to=settings.AUTH_USER_MODEL)),
                        ('text', models.CharField(max_length=2000)),
                        ('asked_at', models.DateTimeField()),
                        ('answered_at', models.DateTimeField(blank=True, null=True)),
                        ('read_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='question_not_empty')],
                    },
                ),
                migrations.CreateModel(
                    name='Reply',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('question', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='replies', to='campaigns.question')),
                        ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('text', models.CharField(max_length=2000)),
                        ('written_at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='reply_not_empty')],
                    },
                ),
                migrations.CreateModel(
                    name='Precedent',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='precedents', to='campaigns.campaign')),
                        ('question', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='precedents', to='campaigns.question')),
                        ('asked', models.CharField(max_length=2000, verbose_name='question')),
                        ('answered', models.CharField(max_length=4000, verbose_name='answer')),
                        ('clause', models.CharField(blank=True, default='', max_length=300, verbose_name='clause')),
                        ('published_at', models.DateTimeField()),
                        ('published_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('asked', ''), _negated=True), models.Q(('answered', ''), _negated=True)), name='precedent_not_empty'), models.UniqueConstraint(condition=models.Q(('withdrawn_at__isnull', True)), fields=('question',), name='precedent_once_a_question')],
                    },
                ),
                migrations.CreateModel(
                    name='Announcement',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='announcements', to='campaigns.campaign')),
                        ('text', models.CharField(max_length=2000, verbose_name='text')),
                        ('announced_at', models.DateTimeField()),
                        ('announced_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='announcement_not_empty')],
                    },
                ),
                migrations.CreateModel(
                    name='AnnouncementReading',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('announcement', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='readings', to='campaigns.announcement')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('read_at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('announcement', 'person'), name='announcement_read_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Webhook',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('url', models.CharField(max_length=500, verbose_name='address')),
                        ('events', models.JSONField(verbose_name='events')),
                        ('state', models.CharField(choices=[('active', 'Active'), ('paused', 'Paused'), ('disabled', 'Switched off')], default='active', max_length=8)),
                        ('seed', models.CharField(max_length=64)),
                        ('former_seed', models.CharField(blank=True, default='', max_length=64)),
                        ('rotated_at', models.DateTimeField(blank=True, null=True)),
                        ('created_at', models.DateTimeField()),
                        ('listening_since', models.DateTimeField()),
                        ('looked_at', models.DateTimeField()),
                        ('failures', models.PositiveIntegerField(default=0)),
                        ('failing_since', models.DateTimeField(blank=True, null=True)),
                        ('resting_until', models.DateTimeField(blank=True, null=True)),
                        ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='webhooks', to='campaigns.campaign')),
                        ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['active', 'paused', 'disabled'])), name='webhook_state_known'), models.CheckConstraint(condition=models.Q(models.Q(('url', ''), _negated=True), models.Q(('seed', ''), _negated=True)), name='webhook_has_a_secret'), models.CheckConstraint(condition=models.Q(models.Q(('failing_since__isnull', True), ('failures', 0)), models.Q(('failing_since__isnull', False), ('failures__gte', 1)), _connector='OR'), name='webhook_failing_since_iff_failures'), models.CheckConstraint(condition=models.Q(('former_seed', ''), ('rotated_at__isnull', False), _connector='OR'), name='webhook_former_secret_dated')],
                    },
                ),
                migrations.CreateModel(
                    name='WebhookDelivery',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('event', models.CharField(max_length=40)),
                        ('key', models.CharField(max_length=100)),
                        ('body', models.TextField()),
                        ('created_at', models.DateTimeField(db_index=True)),
                        ('state', models.CharField(choices=[('waiting', 'Waiting'), ('delivered', 'Delivered'), ('failed', 'Failed')], default='waiting', max_length=9)),
                        ('tries', models.PositiveSmallIntegerField(default=0)),
                        ('due_at', models.DateTimeField(blank=True, null=True)),
                        ('webhook', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='campaigns.webhook')),
                    ],
                    options={
                        'indexes': [models.Index(condition=models.Q(('state', 'waiting')), fields=['webhook', 'due_at'], name='webhook_delivery_waiting'), models.Index(fields=['webhook', '-created_at'], name='webhook_delivery_newest')],
                        'constraints': [models.UniqueConstraint(fields=('webhook', 'key'), name='webhook_delivery_once'), models.CheckConstraint(condition=models.Q(models.Q(('due_at__isnull', False), ('state', 'waiting')), models.Q(('due_at__isnull', True), ('state__in', ['delivered', 'failed'])), _connector='OR'), name='webhook_delivery_due_iff_waiting')],
                    },
                ),
                migrations.CreateModel(
                    name='WebhookAttempt',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField()),
                        ('at', models.DateTimeField()),
                        ('milliseconds', models.PositiveIntegerField()),
                        ('status', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('fault', models.CharField(blank=True, choices=[('address', 'This is no web address with a host and without a fragment.'), ('scheme', 'The address must begin with https://.'), ('credentials', 'The address must have no user name and no password.'), ('host', 'Write the host as a name or as a usual IP address.'), ('port', 'The port must be that of the web, or 1024 and above.'), ('network', 'The address leads into a network that may not be called.'), ('unresolved', 'The host’s name could not be resolved.'), ('connection', 'No connection, or it broke off.'), ('tls', 'The secure connection failed; check the host’s certificate.'), ('timeout', 'There was no answer in time.'), ('answer', 'The answer was no HTTP.'), ('redirect', 'The answer was a redirect, which is not followed.'), ('status', 'The answer was not a success.')], default='', max_length=20)),
                        ('excerpt', models.TextField(blank=True, default='')),
                        ('delivery', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='campaigns.webhookdelivery')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('delivery', 'number'), name='webhook_attempt_numbered'), models.CheckConstraint(condition=models.Q(('status__isnull', False), models.Q(('fault', ''), _negated=True), _connector='OR'), name='webhook_attempt_has_an_outcome')],
                    },
                ),
            ],
        ),
    ]
