from django.apps import AppConfig


class WikiConfig(AppConfig):
    name = "wiki"
    verbose_name = "Wikipedia"

    def ready(self) -> None:
        from core.contents import add_contents
        from wiki.contents import CORPUS_CONTENTS
        from wiki.models import Corpus

        add_contents(Corpus, CORPUS_CONTENTS)
