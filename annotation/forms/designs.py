"""The form for a campaign's design: what it studies, on which pages, how much of it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from annotation.selectors.writing.source_pages import UnsupportedSourceError, check_supported
from campaigns.models import Campaign
from campaigns.protocols import registry
from campaigns.protocols.protocol import Protocol
from campaigns.services import campaigns
from wiki.models import Corpus
from wiki.parsing.titles import normalise_title
from wiki.selectors.access import Right, corpora_for
from wiki.selectors.pages import has_category, resolve_titles

MOST_HIGHLIGHTS = 1_000_000
_LONGEST_TITLES = campaigns.MOST_NAMES * 260


class CorpusField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A corpus, by its public id."""

    def to_python(self, value: Any) -> Any:
        try:
            return super().to_python(value)
        # What is no public id at all names no corpus either.
        except ValidationError:
            raise ValidationError(
                self.error_messages["invalid_choice"], code="invalid_choice"
            ) from None

    def label_from_instance(self, corpus: Any) -> str:
        if corpus.is_sealed:
            return str(corpus.name)
        return _("%(name)s (not sealed yet)") % {"name": corpus.name}


def drawable_protocols() -> list[Protocol]:
    """Return the study designs whose highlights can be drawn."""
    return [protocol for protocol in registry.PROTOCOLS.values() if _can_be_drawn(protocol)]


def _can_be_drawn(protocol: Protocol) -> bool:
    try:
        for source in protocol.sources:
            check_supported(source)
    except UnsupportedSourceError:
        return False
    return True


class DesignForm(forms.Form):
    """The study design, the pages and the target.

    `only_protocol` is the study design where there is no choice: the page says which it is.
    """

    only_protocol: Protocol | None = None
    protocol = forms.ChoiceField(label=_("Study design"), widget=forms.RadioSelect)
    corpus = CorpusField(
        queryset=Corpus.objects.none(),
        to_field_name="public_id",
        label=_("Corpus"),
        empty_label=_("Choose one"),
        help_text=_(
            "The pages that people read, search and cite."
            " It must be sealed before the campaign opens."
        ),
    )
    pages = forms.ChoiceField(
        label=_("Pages to draw highlights from"),
        choices=Campaign.Pages,
        initial=Campaign.Pages.ALL,
        widget=forms.RadioSelect,
        help_text=_("Evidence may come from any page of the corpus."),
    )
    category = forms.CharField(
        label=_("Category"),
        max_length=255,
        required=False,
        help_text=_("Its name, without “Category:”."),
    )
    titles = forms.CharField(
        label=_("Titles"),
        max_length=_LONGEST_TITLES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("One per line. Redirects are followed."),
    )
    excludes_used_pages = forms.BooleanField(
        label=_("Leave out pages of other campaigns"),
        required=False,
        help_text=_("Pages from which another campaign has drawn a highlight, by title."),
    )
    target = forms.IntegerField(
        label=_("Highlights to write from"),
        min_value=1,
        max_value=MOST_HIGHLIGHTS,
        initial=100,
        help_text=_("Once claims are written from this many, no more are handed out."),
    )

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        usable = corpora_for(person, Right.USE).filter(archived_at__isnull=True)
        self.fields["corpus"].queryset = usable.order_by("name")  # type: ignore[attr-defined]
        field = self.fields["protocol"]
        assert isinstance(field, forms.ChoiceField)
        offered = drawable_protocols()
        field.choices = [(one.name, f"{one.title}: {one.summary}") for one in offered]
        field.initial = registry.DEFAULT
        if len(offered) == 1:
            self.only_protocol = offered[0]
            field.widget = forms.HiddenInput()
            self.initial["protocol"] = offered[0].name

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        check = {
            Campaign.Pages.CATEGORY: self._clean_category,
            Campaign.Pages.TITLES: self._clean_titles,
            Campaign.Pages.LINKED: self._clean_titles,
        }.get(cleaned.get("pages", Campaign.Pages.ALL))
        if check is not None and cleaned.get("corpus") is not None:
            check(cleaned)
        return cleaned

    @property
    def page_names(self) -> list[str]:
        """Return the category or the titles, whichever the choice of pages needs."""
        if self.cleaned_data["pages"] == Campaign.Pages.CATEGORY:
            return [normalise_title(self.cleaned_data["category"])]
        if self.cleaned_data["pages"] == Campaign.Pages.ALL:
            return []
        return _lines(self.cleaned_data["titles"])

    def design_for(self, campaign: Campaign) -> campaigns.Design:
        """Return the design that was chosen for a campaign."""
        name, frozen = self.cleaned_data["protocol"], campaign.protocol
        is_same = frozen is not None and frozen["protocol"]["name"] == name
        return campaigns.Design(
            protocol=registry.get(name),
            # What was changed in this study design stays changed.
            numbers=frozen["overrides"] if frozen is not None and is_same else {},
            corpus=self.cleaned_data["corpus"],
            pages=Campaign.Pages(self.cleaned_data["pages"]),
            page_names=self.page_names,
            excludes_used_pages=self.cleaned_data["excludes_used_pages"],
            target=self.cleaned_data["target"],
            seed=campaign.seed or None,
        )

    def _clean_category(self, cleaned: dict[str, Any]) -> None:
        name = normalise_title(cleaned.get("category", ""))
        if not name:
            self.add_error("category", _("Enter a category."))
        elif not has_category(cleaned["corpus"], name):
            self.add_error("category", _("No page of this corpus is in this category."))

    def _clean_titles(self, cleaned: dict[str, Any]) -> None:
        names = _lines(cleaned.get("titles", ""))
        if not names:
            self.add_error("titles", _("Enter at least one title."))
        elif len(names) > campaigns.MOST_NAMES:
            message = _("At most %(most)d titles; you entered %(number)d.")
            self.add_error("titles", message % {"most": campaigns.MOST_NAMES, "number": len(names)})
        elif not resolve_titles(cleaned["corpus"], names):
            self.add_error("titles", _("None of these pages is in this corpus."))


def _lines(text: str) -> list[str]:
    names = [normalise_title(line) for line in text.splitlines()]
    return list(dict.fromkeys(name for name in names if name))


def initial_design(campaign: Campaign) -> dict[str, Any]:
    """Return the design of a campaign as initial values of `DesignForm`."""
    if campaign.protocol is None:
        return {}
    names = campaign.page_names
    by_category = campaign.page_choice == Campaign.Pages.CATEGORY
    return {
        "protocol": campaign.protocol["protocol"]["name"],
        "corpus": campaign.corpus and campaign.corpus.public_id,
        "pages": campaign.page_choice,
        "category": names[0] if by_category and names else "",
        "titles": "" if by_category else "\n".join(names),
        "excludes_used_pages": campaign.excludes_used_pages,
        "target": campaign.target,
    }


class TargetForm(forms.Form):
    """The number of highlights to write from."""

    target = forms.IntegerField(
        label=_("Highlights to write from"), min_value=1, max_value=MOST_HIGHLIGHTS
    )
