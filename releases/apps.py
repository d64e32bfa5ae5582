from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReleasesConfig(AppConfig):
    name = "releases"
    verbose_name = "Releases"

    def ready(self) -> None:
        from accounts.roles import Area
        from annotation.campaign_tabs import Tab, add_tab

        add_tab(Tab("releases", _("Releases"), "campaign-releases", Area.RELEASES))
