"""Profiles: saved and deleted by the people whom they are about."""

from __future__ import annotations

from accounts.models import Profile, User


def save_profile(
    *, person: User, first_language: str, country: str, education: str, age_band: str
) -> None:
    """Store what a person tells; without any answer there is no profile."""
    answers = {
        "first_language": first_language,
        "country": country,
        "education": education,
        "age_band": age_band,
    }
    if any(answers.values()):
        Profile.objects.update_or_create(person=person, defaults=answers)
    else:
        delete_profile(person=person)


def delete_profile(*, person: User) -> None:
    """Delete what a person has told."""
    Profile.objects.filter(person=person).delete()
