"""Rules for new passwords, besides Django's own."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.demo_people import PASSWORD
from accounts.models import User


class NotDemoPasswordValidator:
    """A rule against the demonstration's password, which is in the documentation."""

    def validate(self, password: str, user: User | None = None) -> None:
        if password.strip().lower() == PASSWORD:
            raise ValidationError(_("This password is public. Choose another."), code="public")

    def get_help_text(self) -> str:
        return _("Your password can’t be the one of the demonstration.")
