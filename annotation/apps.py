from django.apps import AppConfig


class AnnotationConfig(AppConfig):
    name = "annotation"
    verbose_name = "Annotation"

    def ready(self) -> None:
        from annotation.panels import PANELS, TABS
        from campaigns.panels import add_panel
        from campaigns.tabs import add_tab

        for tab in TABS:
            add_tab(tab)
        for panel in PANELS:
            add_panel(panel)
