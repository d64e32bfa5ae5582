import accounts.user_names
import core.tables
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    # Django's own tables are made first: each of its many migrations that alter a field renders
    # all models that there are by then.
    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        core.tables.CreateTables(
            models=[
                migrations.CreateModel(
                    name='User',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('password', models.CharField(max_length=128, verbose_name='password')),
                        ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('username', models.CharField(help_text='Letters, digits and @ . + - _', max_length=60, validators=[django.contrib.auth.validators.UnicodeUsernameValidator(), accounts.user_names.validate_one_script], verbose_name='user name')),
                        ('skeleton', models.CharField(blank=True, default='', editable=False, max_length=240)),
                        ('name', models.CharField(blank=True, max_length=120, verbose_name='name')),
                        ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail')),
                        ('is_administrator', models.BooleanField(default=False)),
                        ('is_active', models.BooleanField(default=True)),
                        ('is_simulated', models.BooleanField(default=False)),
                        ('is_machine', models.BooleanField(default=False)),
                        ('joined_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('text_size', models.CharField(choices=[('normal', 'Normal'), ('large', 'Large'), ('larger', 'Larger')], default='normal', max_length=8, verbose_name='text size')),
                        ('density', models.CharField(choices=[('roomy', 'Roomy'), ('compact', 'Compact')], default='roomy', max_length=8, verbose_name='density')),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('text_size__in', ['normal', 'large', 'larger'])), name='user_text_size_known'), models.CheckConstraint(condition=models.Q(('density__in', ['roomy', 'compact'])), name='user_density_known'), models.CheckConstraint(condition=models.Q(('is_machine', False), models.Q(('is_administrator', False), ('password__startswith', '!')), _connector='OR'), name='user_machine_never_logs_in'), models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='user_name_once', violation_error_message='This user name is taken.'), models.UniqueConstraint(condition=models.Q(('skeleton', ''), _negated=True), fields=('skeleton',), name='user_name_looks_like_no_other', violation_error_message='This user name is taken.')],
                    },
                ),
                migrations.CreateModel(
                    name='Invitation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('digest', models.CharField(max_length=64, unique=True)),
                        ('note', models.CharField(blank=True, max_length=120, verbose_name='for whom')),
                        ('email', models.EmailField(blank=True, default='', max_length=254, verbose_name='e-mail')),
                        ('mailed_at', models.DateTimeField(blank=True, null=True)),
                        ('makes_administrator', models.BooleanField(default=False)),
                        ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invitations_sent', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField()),
                        ('expires_at', models.DateTimeField()),
                        ('revoked_at', models.DateTimeField(blank=True, null=True)),
                        ('accepted_at', models.DateTimeField(blank=True, null=True)),
                        ('accepted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='invitations_accepted', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('accepted_at__isnull', True), ('accepted_by__isnull', True)), models.Q(('accepted_at__isnull', False), ('accepted_by__isnull', False)), _connector='OR'), name='invitation_accepted_by_someone'), models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('created_at'))), name='invitation_expires_later'), models.CheckConstraint(condition=models.Q(('email', ''), models.Q(('accepted_at__isnull', True), ('revoked_at__isnull', True)), _connector='OR'), name='invitation_forgets_email'), models.CheckConstraint(condition=models.Q(('revoked_at__isnull', True), ('accepted_at__isnull', True), _connector='OR'), name='invitation_revoked_or_accepted')],
                    },
                ),
                migrations.CreateModel(
                    name='ApiToken',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
                        ('name', models.CharField(max_length=80, verbose_name='what it is for')),
                        ('start', models.CharField(help_text='The first letters, to recognise the token by.', max_length=12)),
                        ('digest', models.CharField(max_length=64, unique=True)),
                        ('may_annotate', models.BooleanField(default=False, verbose_name='take, write and verify claims')),
                        ('may_manage', models.BooleanField(default=False, verbose_name='everything else that changes something, such as cancelling jobs')),
                        ('created_at', models.DateTimeField()),
                        ('expires_at', models.DateTimeField(blank=True, null=True)),
                        ('last_used_at', models.DateTimeField(blank=True, null=True)),
                        ('revoked_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='api_token_named'), models.CheckConstraint(condition=models.Q(('expires_at', None), ('expires_at__gt', models.F('created_at')), _connector='OR'), name='api_token_expires_later')],
                    },
                ),
                migrations.CreateModel(
                    name='CountedTries',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(max_length=20)),
                        ('name_digest', models.CharField(blank=True, default='', max_length=32)),
                        ('source_digest', models.CharField(blank=True, default='', max_length=32)),
                        ('tries', models.PositiveIntegerField(default=0)),
                        ('last_at', models.DateTimeField(db_index=True)),
                    ],
                    options={
                        'verbose_name_plural': 'counted tries',
                        'constraints': [models.UniqueConstraint(fields=('name_digest', 'source_digest', 'kind'), name='counted_tries_once'), models.CheckConstraint(condition=models.Q(('kind', ''), _negated=True), name='counted_tries_of_a_kind')],
                    },
                ),
                migrations.CreateModel(
                    name='Profile',
                    fields=[
                        ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='profile', serialize=False, to=settings.AUTH_USER_MODEL)),
                        ('first_language', models.CharField(blank=True, default='', max_length=5)),
                        ('country', models.CharField(blank=True, default='', max_length=2)),
                        ('education', models.CharField(blank=True, choices=[('school', 'At school only'), ('courses', 'Courses in language or writing after school'), ('student', 'Studying a language-related subject'), ('degree', 'A degree in a language-related subject')], default='', max_length=8, verbose_name='education in language')),
                        ('age_band', models.CharField(blank=True, choices=[('under_25', 'Under 25'), ('25_34', '25 to 34'), ('35_44', '35 to 44'), ('45_54', '45 to 54'), ('55_64', '55 to 64'), ('65_up', '65 or older')], default='', max_length=8, verbose_name='age')),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('education__in', ['', 'school', 'courses', 'student', 'degree'])), name='profile_education_known'), models.CheckConstraint(condition=models.Q(('age_band__in', ['', 'under_25', '25_34', '35_44', '45_54', '55_64', '65_up'])), name='profile_age_band_known'), models.CheckConstraint(condition=models.Q(('age_band', ''), ('country', ''), ('education', ''), ('first_language', ''), _negated=True), name='profile_tells_something')],
                    },
                ),
            ],
        ),
    ]
