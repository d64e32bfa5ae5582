from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReleasesConfig(AppConfig):
    name = "releases"
    verbose_name = "Releases"

    def ready(self) -> None:
        from accounts.roles import Area
        from annotation.campaign_tabs import Tab, add_tab
        from annotation.home_cards import CardPart, show_data
        from releases.selectors.releases import releases_on_cards

        add_tab(Tab("releases", _("Releases"), "campaign-releases", Area.RELEASES))
        show_data(CardPart("releases/home_card.html", releases_on_cards))
