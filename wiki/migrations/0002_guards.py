from django.db import migrations

from core import append_only


class Migration(migrations.Migration):
    dependencies = [("wiki", "0001_initial")]

    operations = [
        append_only.guard("wiki_corpus"),
        append_only.guard("wiki_page"),
        append_only.guard("wiki_pagecategory"),
        append_only.guard("wiki_pagecontent"),
        append_only.guard("wiki_pagetable"),
        append_only.guard("wiki_redirect"),
        append_only.guard("wiki_sentencerun"),
    ]
