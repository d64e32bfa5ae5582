from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0010_guidelines_seen'),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='suggests_evidence',
            field=models.BooleanField(default=False, verbose_name='suggests evidence'),
        ),
    ]
