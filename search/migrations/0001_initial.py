import core.tables
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('wiki', '0001_initial'),
    ]

    operations = [
        core.tables.CreateTables(
            models=[
                migrations.CreateModel(
                    name='VocabularyTerm',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('corpus', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='wiki.corpus')),
                        ('edition', models.PositiveIntegerField()),
                        ('term', models.CharField(max_length=100)),
                        ('pages', models.PositiveIntegerField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('corpus', 'edition', 'term'), name='vocabulary_term_once')],
                    },
                ),
                migrations.CreateModel(
                    name='VocabularyEdition',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('corpus', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='wiki.corpus')),
                        ('number', models.PositiveIntegerField()),
                    ],
                ),
                migrations.CreateModel(
                    name='TitleKey',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('corpus', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='wiki.corpus')),
                        ('page', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='wiki.page')),
                        ('title', models.CharField(max_length=255)),
                        ('is_redirect', models.BooleanField()),
                        ('key', models.CharField(max_length=255)),
                        ('tier', models.PositiveSmallIntegerField()),
                    ],
                    options={
                        'indexes': [models.Index(fields=['corpus', 'tier', 'key'], name='title_key_by_tier')],
                        'constraints': [models.UniqueConstraint(fields=('page', 'title'), name='title_key_once')],
                    },
                ),
            ],
        ),
    ]
