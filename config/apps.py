"""The app `config`, which contains the commands and template tags of the whole site."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Touchstone"
