"""The checks on who gets work: only approved people, and nobody whose work is set aside."""

from __future__ import annotations

from accounts.models import User
from annotation.models import Suspension, TaskName
from annotation.selectors.calibration.phases import is_approved
from annotation.selectors.review.suspensions import suspension_of
from campaigns.models import Campaign


class NotApprovedError(Exception):
    """The managers have not approved this person for the task."""

    def __init__(self, task: TaskName) -> None:
        super().__init__(task)
        self.task = task


class SetAsideError(Exception):
    """A manager set the person's work aside: they get no more of it."""

    def __init__(self, suspension: Suspension) -> None:
        super().__init__(suspension)
        self.suspension = suspension


def check_approved(campaign: Campaign, person: User, task: TaskName) -> None:
    """Raise NotApprovedError unless the person may work for the dataset."""
    if not is_approved(campaign, person, task):
        raise NotApprovedError(task)


def check_not_set_aside(campaign: Campaign, person: User, task: Suspension.Work) -> None:
    """Raise SetAsideError if the person's work of this task is set aside."""
    found = suspension_of(person, campaign, task)
    if found is not None:
        raise SetAsideError(found)
