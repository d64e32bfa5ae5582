"""Forms for importing a dump and for sealing a corpus."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.template.defaultfilters import filesizeformat
from django.utils.html import escape
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.form_choices import set_choices
from wiki.models import Corpus
from wiki.parsing.titles import normalise_title
from wiki.selectors.access import Right, corpora_for
from wiki.services.import_files import ImportFile, list_import_files
from wiki.services.imports import ImportOptions
from wiki.uploads import LARGEST_UPLOAD, free_bytes

# They describe a new corpus, and are hidden where an existing one is chosen.
_OF_NEW_CORPUS = ("name", "source_name", "source_url", "licence")


class DumpImportForm(forms.Form):
    """The file to import, its corpus, and the articles to keep."""

    corpus = forms.ModelChoiceField(
        Corpus.objects.none(),
        required=False,
        label=_("Corpus"),
        empty_label=_("A new corpus"),
    )
    name = forms.CharField(
        max_length=120,
        required=False,
        label=_("Name of the new corpus"),
        help_text=_("Include the content and the date: “English Wikipedia, May 2026”."),
    )
    source_name = forms.CharField(
        max_length=120, required=False, label=_("Source"), initial="Wikipedia"
    )
    source_url = forms.CharField(
        max_length=200,
        required=False,
        label=_("Page URL"),
        help_text=_("Use {title} for the title. Each page then links to its source."),
    )
    licence = forms.CharField(
        max_length=120, required=False, label=_("Licence"), initial="CC BY-SA 4.0"
    )
    server_file = forms.ChoiceField(required=False, label=_("File in the import folder"))
    upload = forms.FileField(
        required=False,
        label=_("Or upload a file"),
    )
    titles = forms.CharField(
        required=False,
        label=_("Articles"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One title per line. Leave empty to import all articles."),
    )
    limit = forms.IntegerField(
        required=False,
        min_value=1,
        label=_("Limit"),
        help_text=_("The number of articles to import. Leave empty to import all."),
    )
    skip_templates = forms.BooleanField(
        required=False,
        label=_("Do not expand the templates of the file"),
        help_text=_(
            "The file is read for its templates first, which takes time with a large one."
            " Without them, more elements are lossy: good enough for a trial."
        ),
    )

    def __init__(self, *args: Any, person: User, **options: Any) -> None:
        super().__init__(*args, **options)
        corpora = corpora_for(person, Right.CHANGE)
        open_corpora = corpora.filter(sealed_at__isnull=True, archived_at__isnull=True).order_by(
            "name"
        )
        self.fields["corpus"].queryset = open_corpora  # type: ignore[attr-defined]
        self.files_by_path = {file.path: file for file in list_import_files()}
        files = ((path, path) for path in self.files_by_path)
        set_choices(self, "server_file", [("", _("None")), *files])
        self.fields["server_file"].help_text = format_lazy(
            _("Folder on the server: {folder}"), folder=escape(str(settings.IMPORT_FOLDER))
        )
        self.fields["upload"].help_text = format_lazy(
            _(
                "At most {largest} GB; the server’s disk has room for {free}."
                " Copy larger dumps into the import folder instead."
            ),
            largest=LARGEST_UPLOAD // 2**30,
            free=filesizeformat(free_bytes()),
        )

    def clean_name(self) -> str:
        name = " ".join(str(self.cleaned_data["name"]).split())
        if name and Corpus.objects.filter(name=name).exists():
            raise ValidationError(_("A corpus with this name already exists. Choose another name."))
        return name

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("corpus"):
            # What was typed before the choice is not used, and its faults could not be seen.
            for name in _OF_NEW_CORPUS:
                self.errors.pop(name, None)
        elif not cleaned.get("name") and "name" not in self.errors:
            self.add_error("name", _("Choose a corpus, or enter a name for a new one."))
        chosen = [name for name in ("server_file", "upload") if cleaned.get(name)]
        if len(chosen) != 1 and not {"server_file", "upload"} & set(self.errors):
            self.add_error(
                "server_file", _("Choose one file: from the import folder or from your computer.")
            )
        return cleaned

    @property
    def chosen_file(self) -> ImportFile | None:
        """The chosen file in the import folder, or None if a file was uploaded."""
        return self.files_by_path.get(self.cleaned_data["server_file"])

    @property
    def options(self) -> ImportOptions:
        titles = filter(normalise_title, self.cleaned_data["titles"].splitlines())
        return ImportOptions(
            tuple(titles),
            self.cleaned_data["limit"],
            templates=not self.cleaned_data["skip_templates"],
        )


class SealForm(forms.Form):
    """A confirmation: sealing cannot be undone."""

    understood = forms.BooleanField(label=_("I understand that this cannot be undone."))
    accept_unfinished = forms.BooleanField(
        required=False, label=_("Seal the corpus although an import is not finished.")
    )

    def __init__(self, *args: Any, has_unfinished: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not has_unfinished:
            del self.fields["accept_unfinished"]
