"""The forms of the verifier: a claim to check, and the data of a training."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from assist.training_data import TrainingData
from campaigns.models import Campaign
from wiki.models import Corpus

# Longer than the claims of any dataset by far.
LONGEST_CLAIM = 1_000
LARGEST_SEED = 2**31 - 1


class ClaimForm(forms.Form):
    """A claim, and the corpus in which it is checked."""

    claim = forms.CharField(
        label=gettext_lazy("Claim"),
        max_length=LONGEST_CLAIM,
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": str(LONGEST_CLAIM)}),
        help_text=gettext_lazy(
            "One statement in English, such as “The Aare is longer than the Reuss.”"
        ),
        error_messages={"required": gettext_lazy("Type a claim first.")},
    )
    corpus = forms.ModelChoiceField(
        Corpus.objects.none(),
        to_field_name="public_id",
        label=gettext_lazy("Corpus"),
        empty_label=None,
        required=False,
    )

    def __init__(self, *args: Any, corpora: Sequence[Corpus], **options: Any) -> None:
        super().__init__(*args, **options)
        chosen = self.fields["corpus"]
        assert isinstance(chosen, forms.ModelChoiceField)
        chosen.queryset = Corpus.objects.filter(pk__in=[corpus.pk for corpus in corpora])
        self._first = corpora[0]
        if len(corpora) == 1:
            del self.fields["corpus"]

    def clean_claim(self) -> str:
        """Return the claim on one line."""
        text = " ".join(str(self.cleaned_data["claim"]).split())
        if not text:
            raise forms.ValidationError(_("Type a claim first."))
        return text

    @property
    def chosen_corpus(self) -> Corpus:
        """The corpus of a valid form: the chosen one, or the one that comes first."""
        chosen: Corpus | None = self.cleaned_data.get("corpus")
        return chosen or self._first


class TrainingForm(forms.Form):
    """The data that a model is trained on."""

    campaigns = forms.ModelMultipleChoiceField(
        Campaign.objects.none(),
        to_field_name="public_id",
        label=gettext_lazy("Campaigns and imported datasets"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=gettext_lazy(
            "Claims that count, with their evidence. Of a release with several parts only the first"
            " is read, and nothing whose labels are withheld."
        ),
    )
    simulated = forms.ModelMultipleChoiceField(
        Corpus.objects.none(),
        to_field_name="public_id",
        label=gettext_lazy("Simulated claims"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=gettext_lazy("Made up by a program from the pages of a corpus, up to 300 pages."),
    )
    reader = forms.BooleanField(
        label=gettext_lazy("Train a reader, too"),
        required=False,
        help_text=gettext_lazy(
            "A small neural model that reads claim and evidence together. It needs tens of"
            " thousands of pairs, and a minute or more for each thousand."
        ),
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        initial=0,
        min_value=0,
        max_value=LARGEST_SEED,
        help_text=gettext_lazy("The same data and the same seed give the same model."),
    )

    def __init__(
        self,
        *args: Any,
        campaigns: Sequence[Campaign],
        corpora: Sequence[Corpus],
        with_reader: bool,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        if not with_reader:
            del self.fields["reader"]
        for name, rows in (("campaigns", campaigns), ("simulated", corpora)):
            field = self.fields[name]
            assert isinstance(field, forms.ModelMultipleChoiceField)
            assert field.queryset is not None
            keys = [row.pk for row in rows]
            field.queryset = field.queryset.model.objects.filter(pk__in=keys).order_by("name")

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if not self.errors and not found.get("campaigns") and not found.get("simulated"):
            raise forms.ValidationError(_("Choose at least one source to learn from."))
        return found

    @property
    def training_data(self) -> TrainingData:
        """The data of a valid form."""
        return TrainingData(
            campaigns=tuple(one.public_id for one in self.cleaned_data["campaigns"]),
            simulated=tuple(one.public_id for one in self.cleaned_data["simulated"]),
            seed=self.cleaned_data["seed"],
            reader=self.cleaned_data.get("reader", False),
        )
