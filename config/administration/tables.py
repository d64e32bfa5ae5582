"""A table in Django's admin: its columns, filters and search, from the fields of its model.

Nothing is added, changed or deleted here: what is written goes through the services, which check,
lock and record. Only a person's name and e-mail can be corrected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.core.paginator import Paginator
from django.db import models
from django.http import HttpRequest
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.text import Truncator
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.services import people
from campaigns.models import Campaign
from wiki.models import Corpus, Page

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
else:
    # Not generic when the program runs.
    AnyAdmin = admin.ModelAdmin

# What nobody may read here, not even as a digest.
SECRETS = frozenset({"password", "digest", "skeleton", "salt", "seed"})
# Related rows with a name of their own, which needs no further query.
NAMED: tuple[type[models.Model], ...] = (User, Campaign, Corpus, Page)
MOST_COLUMNS = 8
# Digits of a number that every database takes as a key.
LONGEST_KEY = 18
# A longer list says that it has so many: to count millions of rows takes seconds.
MOST_COUNTED = 10_000


class CountingPaginator(Paginator[Any]):
    """A paginator that counts no further than is worth reading."""

    @cached_property
    def count(self) -> int:
        rows = self.object_list
        assert isinstance(rows, models.QuerySet)
        return rows.order_by()[:MOST_COUNTED].count()


class ReadOnlyTable(AnyAdmin):
    """A table that can be read, filtered and searched."""

    actions = None
    list_per_page = 50
    show_full_result_count = False
    paginator = CountingPaginator
    ordering = ("-pk",)
    # Fields that an administrator may correct.
    corrected: ClassVar[tuple[str, ...]] = ()
    # Where not empty: the fields that are searched, each by its exact value, without filters.
    exact: ClassVar[tuple[str, ...]] = ()
    # The text whose beginning is a column.
    beginning_of: ClassVar[str] = ""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Return whether rows may be asked for by this: only by the filters beside the list.

        Other questions, such as how a password begins, would tell what is not shown.
        """
        is_filter = lookup.split("__")[0] in self.get_list_filter(request)
        return is_filter and super().lookup_allowed(lookup, value, request)

    @admin.display(description="text")
    def beginning(self, row: models.Model) -> str:
        """Return the beginning of the row's text."""
        return Truncator(str(getattr(row, self.beginning_of))).chars(80)

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        """Return all rows: gold and checks as well, which other queries leave out."""
        rows: models.QuerySet[Any] = models.QuerySet(self.model)
        return rows.order_by(*self.get_ordering(request))

    def get_urls(self) -> list[URLPattern]:
        """Return the addresses of the list and of a row; there are none to add or delete."""
        name = f"{self.opts.app_label}_{self.opts.model_name}"
        row = self.change_view if self.corrected else require_safe(self.change_view)
        site = self.admin_site
        rows = site.admin_view(require_safe(self.changelist_view))
        return [
            path("", rows, name=f"{name}_changelist"),
            path("<path:object_id>/change/", site.admin_view(row), name=f"{name}_change"),
        ]

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.admin_site.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(self.corrected) and self.admin_site.has_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class LongTable(ReadOnlyTable):
    """A table with millions of rows: found by key, or by the exact values of indexed fields."""

    exact: ClassVar[tuple[str, ...]] = ("pk",)

    def get_search_results(
        self, request: HttpRequest, queryset: models.QuerySet[Any], search_term: str
    ) -> tuple[models.QuerySet[Any], bool]:
        """Return the rows with this key: by its index, where Django would compare it as text."""
        term = search_term.strip()
        if not term:
            return queryset, False
        return self.found(queryset, term), False

    def found(self, rows: models.QuerySet[Any], term: str) -> models.QuerySet[Any]:
        """Return the rows that somebody searches for."""
        if not term.isdecimal() or len(term) > LONGEST_KEY:
            return rows.none()
        return rows.filter(**{name: int(term) for name in self.exact})


class LogTable(LongTable):
    """The logs of attempts, found by the attempt's key."""

    exact: ClassVar[tuple[str, ...]] = ("attempt_id",)


class TitledTable(LongTable):
    """A long table that is found by title."""

    exact: ClassVar[tuple[str, ...]] = ("title",)

    def found(self, rows: models.QuerySet[Any], term: str) -> models.QuerySet[Any]:
        """Return the rows with this title, as a whole: titles have spaces and quotation marks."""
        return rows.filter(**dict.fromkeys(self.exact, term))


class PersonTable(ReadOnlyTable):
    """People, whose name and e-mail can be corrected."""

    corrected: ClassVar[tuple[str, ...]] = people.CORRECTED

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Store the correction by the service, which changes and records only what is corrected."""
        actor = request.user
        assert isinstance(actor, User)
        people.correct_details(
            person=obj,
            details={name: form.cleaned_data[name] for name in form.changed_data},
            actor=actor,
            now=timezone.now(),
        )

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Do nothing: the service has recorded the correction."""


def table_of(model: type[models.Model], base: type[ReadOnlyTable]) -> type[ReadOnlyTable]:
    """Return the table of a model: columns, filters and search by its fields."""
    shown = [field for field in model._meta.concrete_fields if _is_shown(field)]
    names = [field.name for field in shown]
    columns = sorted((field for field in shown if _is_column(field)), key=_rank)
    texts = [field.name for field in shown if isinstance(field, models.TextField)]
    listed = ["pk", *(_column(field) for field in columns)][:MOST_COLUMNS]
    words = [*(field.name for field in shown if _is_searched(field)), *texts]
    persons = [field.name for field in shown if _is_person(field)]
    attributes: dict[str, Any] = {
        "fields": names,
        "readonly_fields": [name for name in names if name not in base.corrected],
        "list_display": [listed[0], *(["beginning"] if texts else []), *listed[1:]],
        "list_select_related": [
            field.name for field in columns if field.name in listed and _is_named(field)
        ],
        "list_filter": [field.name for field in shown if _is_filter(field) and not base.exact],
        "search_fields": [f"{name}__exact" for name in base.exact]
        or [
            *(f"{name}__icontains" for name in words),
            *(f"{name}__username__iexact" for name in persons),
        ],
        "beginning_of": texts[0] if texts else "",
    }
    return type(f"{model.__name__}Table", (base,), attributes)


def _is_shown(field: models.Field[Any, Any]) -> bool:
    return field.name not in SECRETS and not isinstance(field, models.BinaryField)


def _is_column(field: models.Field[Any, Any]) -> bool:
    long = (models.TextField, models.JSONField, models.UUIDField)
    return not field.primary_key and not isinstance(field, long)


def _is_named(field: models.Field[Any, Any]) -> bool:
    return isinstance(field, models.ForeignKey) and issubclass(field.related_model, NAMED)


def _is_person(field: models.Field[Any, Any]) -> bool:
    return isinstance(field, models.ForeignKey) and field.related_model is User


def _rank(field: models.Field[Any, Any]) -> int:
    """Return the place of a column: who and where, states, times, numbers and words, then keys."""
    if isinstance(field, models.ForeignKey):
        return 0 if _is_named(field) else 4
    if field.choices:
        return 1
    return 2 if isinstance(field, models.DateTimeField) else 3


def _column(field: models.Field[Any, Any]) -> str:
    """Return the column of a field: a related row by its name, or by its key."""
    if isinstance(field, models.ForeignKey) and not _is_named(field):
        return field.attname
    return field.name


def _is_filter(field: models.Field[Any, Any]) -> bool:
    if isinstance(field, models.ForeignKey):
        return field.related_model in (Campaign, Corpus)
    return bool(field.choices) or isinstance(field, models.BooleanField)


def _is_searched(field: models.Field[Any, Any]) -> bool:
    return isinstance(field, models.CharField) and not field.choices
