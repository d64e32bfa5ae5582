"""The people of the tests: one a role, in one campaign."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from accounts.models import User
from accounts.roles import Role
from campaigns.models import Campaign, Membership

PASSWORD = "correct horse battery"
NOW = datetime(2026, 3, 14, 9, 26, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Cast:
    """Everyone, by role. `stranger` has an account and no part in anything."""

    campaign: Campaign
    administrator: User
    manager: User
    researcher: User
    annotator: User
    stranger: User

    def by_role(self) -> dict[str, User]:
        return {
            "administrator": self.administrator,
            "manager": self.manager,
            "researcher": self.researcher,
            "annotator": self.annotator,
            "stranger": self.stranger,
        }


def make_cast() -> Cast:
    campaign = Campaign.objects.create(name="Rivers", created_at=NOW)
    people = {
        username: User.objects.create_user(
            username,
            PASSWORD,
            name=name,
            email=f"{username}@example.org",
            is_administrator=username == "ines",
        )
        for username, name in {
            "ines": "Inês Administrator",
            "mara": "Mara Manager",
            "rafa": "Rafa Researcher",
            "anna": "Anna Annotator",
            "sten": "Sten Stranger",
        }.items()
    }
    for username, role in {
        "mara": Role.MANAGER,
        "rafa": Role.RESEARCHER,
        "anna": Role.ANNOTATOR,
    }.items():
        tasks = role == Role.ANNOTATOR
        Membership.objects.create(
            campaign=campaign,
            user=people[username],
            role=role,
            writes_claims=tasks,
            verifies_claims=tasks,
            joined_at=NOW,
        )
    return Cast(campaign, *people.values())
