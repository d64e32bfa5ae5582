from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class JobsConfig(AppConfig):
    name = "jobs"
    verbose_name = "Background work"

    def ready(self) -> None:
        autodiscover_modules("job_kinds")
