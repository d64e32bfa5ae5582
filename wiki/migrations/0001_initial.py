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
                    name='Corpus',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('name', models.CharField(max_length=120, unique=True, verbose_name='name')),
                        ('source_name', models.CharField(max_length=120, verbose_name='source')),
                        ('source_url', models.CharField(blank=True, help_text="Use {title} for the page's title and {revision} for its revision.", max_length=200, verbose_name='page URL')),
                        ('licence', models.CharField(max_length=120, verbose_name='licence')),
                        ('created_at', models.DateTimeField()),
                        ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('sealed_at', models.DateTimeField(blank=True, null=True)),
                        ('is_default', models.BooleanField(default=False)),
                        ('archived_at', models.DateTimeField(blank=True, null=True)),
                        ('is_being_deleted', models.BooleanField(default=False)),
                    ],
                    options={
                        'verbose_name_plural': 'corpora',
                        'constraints': [models.CheckConstraint(condition=models.Q(('is_being_deleted', False), ('archived_at__isnull', False), _connector='OR'), name='corpus_deleted_from_the_archive'), models.CheckConstraint(condition=models.Q(('is_default', False), ('archived_at__isnull', True), _connector='OR'), name='corpus_default_not_archived'), models.UniqueConstraint(condition=models.Q(('is_default', True)), fields=('is_default',), name='corpus_default_once')],
                    },
                ),
                migrations.CreateModel(
                    name='CorpusMember',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('corpus', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='members', to='wiki.corpus')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('role', models.CharField(choices=[('owner', 'Owner'), ('member', 'Member')], max_length=6, verbose_name='role')),
                        ('added_at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('corpus', 'user'), name='corpus_member_once'), models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'member'])), name='corpus_member_role_known')],
                    },
                ),
                migrations.CreateModel(
                    name='PageContent',
                    fields=[
                        ('digest', models.BinaryField(max_length=32, primary_key=True, serialize=False)),
                        ('document', models.BinaryField(help_text='zstd-compressed JSON')),
                        ('size', models.PositiveIntegerField(help_text='bytes of the JSON')),
                    ],
                ),
                migrations.CreateModel(
                    name='Page',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('corpus', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='pages', to='wiki.corpus')),
                        ('title', models.CharField(max_length=255)),
                        ('source_id', models.BigIntegerField(help_text="the page's id in its source")),
                        ('revision', models.BigIntegerField()),
                        ('revised_at', models.DateTimeField(null=True)),
                        ('source_digest', models.BinaryField(max_length=32)),
                        ('extractor', models.CharField(max_length=20)),
                        ('content', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pages', to='wiki.pagecontent')),
                        ('is_disambiguation', models.BooleanField(default=False)),
                        ('is_flagged', models.BooleanField(default=False, help_text='lacks references')),
                        ('sentences', models.PositiveIntegerField()),
                        ('tables', models.PositiveIntegerField()),
                        ('lists', models.PositiveIntegerField()),
                        ('lossy_elements', models.PositiveIntegerField()),
                        ('has_notes', models.BooleanField(default=False, help_text='the parser repaired or cut it')),
                        ('incoming_links', models.PositiveIntegerField(default=0)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['source_digest', 'extractor'], name='page_taken_over_by'), models.Index(condition=models.Q(('lossy_elements__gt', 0)), fields=['corpus', '-lossy_elements', 'title'], name='page_lossy'), models.Index(condition=models.Q(('has_notes', True)), fields=['corpus', 'title'], name='page_with_notes')],
                        'constraints': [models.UniqueConstraint(fields=('corpus', 'title'), name='page_title_once'), models.CheckConstraint(condition=models.Q(('title__contains', '_'), _negated=True), name='page_title_without_underscore'), models.CheckConstraint(condition=models.Q(('title', ''), _negated=True), name='page_title_not_empty')],
                    },
                ),
                migrations.CreateModel(
                    name='PageTable',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('page', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='page_tables', to='wiki.page')),
                        ('number', models.PositiveIntegerField()),
                        ('rows', models.PositiveIntegerField()),
                        ('columns', models.PositiveIntegerField()),
                        ('body_rows', models.PositiveIntegerField()),
                        ('is_malformed', models.BooleanField(help_text='is ragged, truncated or lost content')),
                        ('is_infobox', models.BooleanField()),
                        ('is_flagged', models.BooleanField(help_text='is in a section that lacks references')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('page', 'number'), name='page_table_once'), models.CheckConstraint(condition=models.Q(('body_rows__lte', models.F('rows'))), name='page_table_body_within_rows')],
                    },
                ),
                migrations.CreateModel(
                    name='SentenceRun',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('page', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='sentence_runs', to='wiki.page')),
                        ('first', models.PositiveIntegerField()),
                        ('length', models.PositiveIntegerField()),
                        ('is_flagged', models.BooleanField(help_text='is in a section that lacks references')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('page', 'first'), name='sentence_run_once'), models.CheckConstraint(condition=models.Q(('length__gt', 0)), name='sentence_run_not_empty')],
                    },
                ),
                migrations.CreateModel(
                    name='PageCategory',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('page', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='categories', to='wiki.page')),
                        ('name', models.CharField(max_length=255)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('name', 'page'), name='page_category_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Redirect',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('corpus', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='redirects', to='wiki.corpus')),
                        ('title', models.CharField(max_length=255)),
                        ('target', models.CharField(max_length=255)),
                        ('fragment', models.CharField(blank=True, max_length=255)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['corpus', 'target'], name='redirect_by_target')],
                        'constraints': [models.UniqueConstraint(fields=('corpus', 'title'), name='redirect_title_once')],
                    },
                ),
                migrations.CreateModel(
                    name='OutboxEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('page', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='outbox_entry', to='wiki.page')),
                    ],
                ),
                migrations.CreateModel(
                    name='Import',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('corpus', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='imports', to='wiki.corpus')),
                        ('file_name', models.CharField(max_length=255)),
                        ('file_size', models.PositiveBigIntegerField()),
                        ('fingerprint', models.CharField(max_length=64)),
                        ('options', models.JSONField(blank=True, default=dict)),
                        ('options_digest', models.CharField(blank=True, default='', max_length=64)),
                        ('extractor', models.CharField(max_length=20)),
                        ('state', models.CharField(choices=[('running', 'Running'), ('stopped', 'Stopped'), ('done', 'Done'), ('failed', 'Failed')], default='running', max_length=8)),
                        ('reason', models.TextField(blank=True, default='')),
                        ('started_at', models.DateTimeField()),
                        ('started_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('corpus', 'fingerprint', 'options_digest', 'extractor'), name='import_once'), models.CheckConstraint(condition=models.Q(('state__in', ['running', 'stopped', 'done', 'failed'])), name='import_state_known'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'failed'), models.Q(('reason', ''), _negated=True)), models.Q(models.Q(('state', 'failed'), _negated=True), ('reason', '')), _connector='OR'), name='import_reason_iff_failed')],
                    },
                ),
                migrations.CreateModel(
                    name='ImportChunk',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('source', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='chunks', to='wiki.import')),
                        ('number', models.PositiveBigIntegerField()),
                        ('position', models.PositiveBigIntegerField()),
                        ('pages', models.PositiveIntegerField()),
                        ('taken_over', models.PositiveIntegerField(help_text='of the pages: not parsed again')),
                        ('lossy', models.PositiveIntegerField(help_text='of the pages: with a lossy element')),
                        ('noted', models.PositiveIntegerField(default=0, help_text='of the pages: the parser noted something')),
                        ('redirects', models.PositiveIntegerField()),
                        ('present', models.PositiveIntegerField(help_text='already in the corpus')),
                        ('failed', models.PositiveIntegerField(help_text='pages listed among the problems')),
                        ('skipped', models.PositiveIntegerField(help_text='not articles, or not selected')),
                        ('unknown_templates', models.JSONField(blank=True, default=dict)),
                        ('note_kinds', models.JSONField(blank=True, default=dict)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('source', 'number'), name='import_chunk_once'), models.CheckConstraint(condition=models.Q(('lossy__lte', models.F('pages')), ('noted__lte', models.F('pages')), ('taken_over__lte', models.F('pages'))), name='import_chunk_counts')],
                    },
                ),
                migrations.CreateModel(
                    name='ImportProblem',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('source', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='problems', to='wiki.import')),
                        ('chunk', models.PositiveBigIntegerField()),
                        ('place', models.PositiveIntegerField(help_text='among the problems of its chunk')),
                        ('title', models.CharField(max_length=300)),
                        ('reason', models.TextField()),
                        ('is_damage', models.BooleanField(default=False, help_text='the file is damaged: pages are lost')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('source', 'chunk', 'place'), name='import_problem_once')],
                    },
                ),
            ],
        ),
    ]
