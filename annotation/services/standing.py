"""The check that nobody gets work whose work is set aside."""

from __future__ import annotations

from accounts.models import User
from annotation.models import Suspension
from annotation.selectors.suspensions import suspension_of
from campaigns.models import Campaign


class SetAsideError(Exception):
    """A manager set the person's work aside: they get no more of it."""

    def __init__(self, suspension: Suspension) -> None:
        super().__init__(suspension)
        self.suspension = suspension


def check_not_set_aside(campaign: Campaign, person: User, task: Suspension.Task) -> None:
    """Raise SetAsideError if the person's work of this task is set aside."""
    found = suspension_of(person, campaign, task)
    if found is not None:
        raise SetAsideError(found)
