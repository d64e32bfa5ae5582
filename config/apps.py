"""`config` is an app so that it can hold commands and template tags that serve the whole site."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Touchstone"
