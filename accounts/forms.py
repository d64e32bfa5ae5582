"""Forms about one's own account: log-in, passwords, details, API tokens, a new account."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib.auth import forms as auth_forms
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.countries import COUNTRIES
from accounts.known_browsers import known_browser
from accounts.languages import LANGUAGES
from accounts.models import AgeBand, ApiToken, Education, User
from accounts.password_turns import BusyError, password_check
from accounts.services import log_ins, people
from accounts.user_names import skeleton_of
from core.api.scopes import Scope
from core.client_address import client_network, client_site

# Long enough for any pass phrase; hashing more would only cost time.
PASSWORD_LENGTH = 1000
USER_NAME_TAKEN = _("This user name is taken. Choose another.")
PASSWORDS_DIFFER = _("The two passwords differ.")


class PasswordField(forms.CharField):
    """A password: never trimmed, never shown again, never endless."""

    def __init__(self, *, autocomplete: str = "new-password", **options: Any) -> None:
        options.setdefault("widget", forms.PasswordInput(attrs={"autocomplete": autocomplete}))
        super().__init__(max_length=PASSWORD_LENGTH, strip=False, **options)


class LogInForm(auth_forms.AuthenticationForm):
    """A log-in; unknown names, wrong passwords and deactivated accounts get the same answer."""

    username = auth_forms.UsernameField(widget=forms.TextInput(attrs={"autofocus": True}))
    password = PasswordField(label=_("Password"), autocomplete="current-password")

    error_messages = {
        "invalid_login": _("Wrong user name or password. Try again."),
        "inactive": _("Wrong user name or password. Try again."),
    }

    def __init__(self, request: HttpRequest | None = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        self.fields["username"].label = _("User name")
        if self.data.get("username"):
            # The name is there already; it is the password that is typed again.
            self.fields["username"].widget.attrs.pop("autofocus", None)
            self.fields["password"].widget.attrs["autofocus"] = True

    def clean_username(self) -> str:
        # Wrong passwords are counted by name: "Ada" and "ada" must be one count.
        return User.normalize_username(self.cleaned_data["username"])

    @property
    def source(self) -> log_ins.LogInSource:
        """The name that is tried, and from where."""
        assert self.request is not None
        name: str = self.cleaned_data["username"]
        return log_ins.LogInSource(
            name=name,
            network=client_network(self.request),
            site=client_site(self.request),
            browser=known_browser(self.request, name),
        )

    def clean(self) -> dict[str, Any]:
        """Check the password, if the name and the place may try another one."""
        if not (self.cleaned_data.get("username") and self.cleaned_data.get("password")):
            return self.cleaned_data
        log_ins.begin_log_in(source=self.source, now=timezone.now())
        try:
            with password_check():
                cleaned = super().clean()
        except BusyError:
            log_ins.take_back_log_in(source=self.source)
            raise
        log_ins.end_log_in(source=self.source)
        return cleaned


class NewPasswordForm(auth_forms.SetPasswordForm):  # type: ignore[type-arg]
    """A new password, typed twice."""

    new_password1 = PasswordField(
        label=_("New password"), help_text=_("At least 10 characters, not only digits.")
    )
    new_password2 = PasswordField(label=_("New password again"))

    error_messages = {"password_mismatch": PASSWORDS_DIFFER}

    def save(self, commit: bool = True) -> User:
        person: User = self.user
        people.set_password(person=person, password=self.cleaned_data["new_password1"])
        return person


class ChangePasswordForm(NewPasswordForm, auth_forms.PasswordChangeForm):
    """The old password, then a new one."""

    old_password = PasswordField(label=_("Current password"), autocomplete="current-password")

    error_messages = {
        **NewPasswordForm.error_messages,
        "password_incorrect": _("This is not your current password."),
    }
    field_order = ["old_password", "new_password1", "new_password2"]


class ResetRequestForm(forms.Form):
    """The address to send the link to."""

    email = forms.EmailField(
        label=_("E-mail"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class DetailsForm(forms.ModelForm[User]):
    """A person's name, which others see, and e-mail address."""

    class Meta:
        model = User
        fields = ["name", "email"]
        widgets = {
            "name": forms.TextInput(attrs={"autocomplete": "name"}),
            "email": forms.EmailInput(attrs={"autocomplete": "email"}),
        }
        help_texts = {
            "name": _("Shown to the people you work with, instead of your user name."),
            "email": _("Only for resetting your password."),
        }


class ReadingForm(forms.ModelForm[User]):
    """The size of a person's text, and the density of their pages."""

    class Meta:
        model = User
        fields = ["text_size", "density"]


def _optional(label: Any, choices: Iterable[tuple[str, Any]]) -> forms.ChoiceField:
    """Return a question that may be left out."""
    return forms.ChoiceField(
        label=label, required=False, choices=[("", _("I prefer not to say")), *choices]
    )


class ProfileForm(forms.Form):
    """Answers of a person about themselves; each may be left out."""

    first_language = _optional(_("First language"), LANGUAGES.items())
    country = _optional(_("Country"), COUNTRIES.items())
    education = _optional(_("Education in language"), Education.choices)
    age_band = _optional(_("Age"), AgeBand.choices)


class ApiTokenForm(forms.ModelForm[ApiToken]):
    """The purpose of a new token, what it may be used for besides reading, and how long."""

    days = forms.TypedChoiceField(
        label=_("works for"),
        coerce=int,
        choices=[
            ("30", _("30 days")),
            ("90", _("90 days")),
            ("365", _("A year")),
            ("0", _("Until it is revoked")),
        ],
        initial="90",
        required=False,
        empty_value="90",
    )

    class Meta:
        model = ApiToken
        fields = ["name", "may_annotate", "may_manage"]
        help_texts = {"name": _("For example: nightly export.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # It shares a page with the details, which have a name too.
        kwargs["auto_id"] = "token_%s"
        super().__init__(*args, **kwargs)

    def scopes(self) -> set[Scope]:
        """Return what the token may be used for besides reading."""
        asked = {Scope.ANNOTATE: "may_annotate", Scope.MANAGE: "may_manage"}
        return {scope for scope, name in asked.items() if self.cleaned_data[name]}

    def lifetime(self) -> timedelta | None:
        """Return how long the token works; None for ever."""
        return timedelta(days=int(self.cleaned_data["days"])) or None


class NewAccountForm(forms.ModelForm[User]):
    """An account for somebody who was invited."""

    password = PasswordField(
        label=_("Password"), help_text=_("At least 10 characters, not only digits.")
    )
    password_again = PasswordField(label=_("Password again"))

    class Meta:
        model = User
        fields = ["username", "name", "email"]
        field_classes = {"username": auth_forms.UsernameField}
        widgets = {
            "name": forms.TextInput(attrs={"autocomplete": "name"}),
            "email": forms.EmailInput(attrs={"autocomplete": "email"}),
        }
        help_texts = {
            "name": _("Shown to the people you work with."),
            "email": _("Optional. Only for resetting your password."),
        }

    def clean_username(self) -> str:
        username = User.normalize_username(self.cleaned_data["username"])
        looks_taken = User.objects.filter(skeleton=skeleton_of(username)).exists()
        if looks_taken or User.objects.filter(username__iexact=username).exists():
            raise ValidationError(USER_NAME_TAKEN, code="taken")
        return username

    def clean_password_again(self) -> str:
        again: str = self.cleaned_data["password_again"]
        # A password that was refused has its own message.
        if again != self.cleaned_data.get("password", again):
            raise ValidationError(PASSWORDS_DIFFER, code="password_mismatch")
        return again

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]
        # Only now is the instance filled, against which the password is compared.
        password = self.cleaned_data.get("password")
        if password:
            try:
                password_validation.validate_password(password, self.instance)
            except ValidationError as error:
                self.add_error("password", error)
