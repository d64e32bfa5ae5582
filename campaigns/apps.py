from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        from campaigns.selectors.corpora import grant_by_campaign
        from wiki.selectors.access import add_grant

        add_grant(grant_by_campaign)
