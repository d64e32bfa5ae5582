from django.apps import AppConfig


class SearchConfig(AppConfig):
    name = "search"
    verbose_name = "Search"

    def ready(self) -> None:
        from core.contents import add_contents
        from search.contents import CORPUS_CONTENTS
        from wiki.models import Corpus

        add_contents(Corpus, CORPUS_CONTENTS)
