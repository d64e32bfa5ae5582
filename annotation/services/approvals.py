"""The check that only approved people get work for the dataset."""

from __future__ import annotations

from accounts.models import User
from annotation.models import TaskName
from annotation.selectors.calibration import is_approved
from campaigns.models import Campaign


class NotApprovedError(Exception):
    """The managers have not approved this person for the task."""

    def __init__(self, task: TaskName) -> None:
        super().__init__(task)
        self.task = task


def check_approved(campaign: Campaign, person: User, task: TaskName) -> None:
    """Raise NotApprovedError unless the person may work for the dataset."""
    if not is_approved(campaign, person, task):
        raise NotApprovedError(task)
