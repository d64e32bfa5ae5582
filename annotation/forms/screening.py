"""The forms of screening: questions, paragraphs, answers, grades and decisions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models import ScreeningQuestion
from annotation.models.grades import LONGEST_COMMENT
from annotation.models.screening import LONGEST_PARAGRAPH, LONGEST_QUESTION, MOST_OPTIONS


class QuestionForm(forms.Form):
    """A language question with its answers."""

    text = forms.CharField(
        label=_("Question"),
        max_length=LONGEST_QUESTION,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    options = forms.CharField(
        label=_("Answers"),
        help_text=_("One a line, from two to nine."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    right = forms.IntegerField(
        label=_("Number of the right answer"), min_value=1, max_value=MOST_OPTIONS
    )

    def __init__(
        self, *args: Any, question: ScreeningQuestion | None = None, **options: Any
    ) -> None:
        if question is not None:
            options["initial"] = {
                "text": question.text,
                "options": "\n".join(question.options),
                "right": question.right + 1,
            }
        super().__init__(*args, **({"auto_id": "question_%s"} | options))

    @property
    def question(self) -> dict[str, Any]:
        """Return what was filled in, as the service takes it."""
        return {
            "text": self.cleaned_data["text"],
            "options": [line for line in self.cleaned_data["options"].split("\n") if line.strip()],
            "right": self.cleaned_data["right"] - 1,
        }


class ParagraphForm(forms.Form):
    """A paragraph that candidates summarise."""

    text = forms.CharField(
        label=_("Paragraph"),
        max_length=LONGEST_PARAGRAPH,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    title = forms.CharField(
        label=_("Title of its page"),
        max_length=255,
        required=False,
        help_text=_("Leave it empty for a paragraph of your own."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **({"auto_id": "paragraph_%s"} | options))


class ScreeningAnswerForm(forms.Form):
    """A candidate's answer: the place of the question from 1, that of the option from 0."""

    position = forms.IntegerField(min_value=1, max_value=9_999)
    choice = forms.IntegerField(min_value=0, max_value=MOST_OPTIONS - 1)


def _fit() -> forms.TypedChoiceField:
    said = _("Choose both: the summary, and the mutation.")
    return forms.TypedChoiceField(
        choices=[("yes", _("Yes")), ("no", _("No"))],
        coerce=lambda value: value == "yes",
        error_messages={"required": said, "invalid_choice": said},
    )


class ScreeningGradeForm(forms.Form):
    """A manager's grade of a summary and its mutation."""

    summary = _fit()
    mutation = _fit()
    comment = forms.CharField(
        required=False,
        max_length=LONGEST_COMMENT,
        error_messages={"max_length": _("A comment has at most 2,000 characters.")},
    )

    @property
    def typed(self) -> dict[str, str]:
        """Return what was sent, whatever it is."""
        return {name: self[name].value() or "" for name in self.fields}


class ScreeningDecision(models.TextChoices):
    """The decisions of managers about a round of screening."""

    PASS = "pass", _("Pass")
    ANOTHER_TRY = "another_try", _("Another try")
    REJECT = "rejected", _("Reject")


class ScreeningDecisionForm(forms.Form):
    """A manager's decision about a round."""

    decision = forms.TypedChoiceField(
        choices=ScreeningDecision.choices,
        coerce=ScreeningDecision,
        error_messages={
            "required": _("Choose a decision."),
            "invalid_choice": _("Choose a decision."),
        },
    )
