"""The site of Django's admin: for administrators only, and without ways to log in or out.

People log in, change passwords and log out by the pages of `accounts`, which limit tries.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_safe

from accounts.models import User
from campaigns.access import administrator_required

View = Callable[..., HttpResponseBase]


class AdministratorSite(AdminSite):
    """The tables, guarded by the same check as every page for administrators."""

    site_title = "Touchstone"
    site_header = "Touchstone"
    index_title = _("Tables")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether the tables are for this person; the views ask by `admin_view`."""
        user = request.user
        return isinstance(user, User) and user.is_active and user.is_administrator

    def admin_view(self, view: View, cacheable: bool = False) -> View:  # type: ignore[override]
        """Return a view that answers 403 to everyone but administrators."""
        guarded = csrf_protect(never_cache(administrator_required(view)))  # type: ignore[arg-type]
        return update_wrapper(guarded, view)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Return the addresses of the tables; there are none to log in, log out or search ids."""
        urls: list[URLPattern | URLResolver] = [
            path("", self._read(self.index), name="index"),
            path("jsi18n/", self._read(self.i18n_javascript), name="jsi18n"),
        ]
        apps = set()
        for model, table in self._registry.items():
            app, name = model._meta.app_label, model._meta.model_name
            urls.append(path(f"{app}/{name}/", include(table.urls)))
            apps.add(app)
        among = "|".join(sorted(apps))
        urls.append(
            re_path(rf"^(?P<app_label>{among})/$", self._read(self.app_index), name="app_list")
        )
        return urls

    def _read(self, view: Any) -> View:
        return self.admin_view(require_safe(view))


tables = AdministratorSite(name="admin")
