from django.apps import AppConfig


class ReleasesConfig(AppConfig):
    name = "releases"
    verbose_name = "Releases"

    def ready(self) -> None:
        from campaigns.panels import add_panel
        from campaigns.tabs import add_tab
        from releases.panels import PANELS, TABS

        for tab in TABS:
            add_tab(tab)
        for panel in PANELS:
            add_panel(panel)
