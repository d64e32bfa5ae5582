"""The items that questions are about, as the threads show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from annotation.models import Attempt, QuestionSubject
from campaigns.models import Question


def subjects_of(questions: Sequence[Question]) -> Mapping[int, Attempt]:
    """Return the attempts at which questions were asked, by the question's key."""
    subjects = QuestionSubject.objects.filter(question__in=questions).select_related(
        "attempt__highlight__page__corpus", "attempt__claim"
    )
    return {subject.question_id: subject.attempt for subject in subjects}
