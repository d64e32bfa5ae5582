from django.db import migrations

from core import append_only


class Migration(migrations.Migration):
    dependencies = [("wiki", "0001_initial")]

    operations = [
        append_only.guard(
            "wiki_corpus",
            "wiki_page",
            "wiki_pagecategory",
            "wiki_pagecontent",
            "wiki_pagetable",
            "wiki_redirect",
            "wiki_sentencerun",
        ),
    ]
