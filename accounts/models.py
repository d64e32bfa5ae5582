"""People, the links that invite them, and the tokens with which their scripts log in."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.user_names import skeleton_of, validate_one_script
from core.api.scopes import Scope


class UserManager(BaseUserManager["User"]):
    """A manager that compares names without case, so that "Ada" and "ada" are one person."""

    def create_user(
        self, username: str, password: str | None = None, *, email: str = "", **fields: Any
    ) -> User:
        normal = self.model.normalize_username(username)
        user = self.model(
            username=normal,
            skeleton=skeleton_of(normal),
            email=self.normalize_email(email),
            **fields,
        )
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self, username: str, password: str | None = None, *, email: str = "", **fields: Any
    ) -> User:
        """Create an administrator, for `manage.py createsuperuser`."""
        return self.create_user(username, password, email=email, is_administrator=True, **fields)

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(username__iexact=self.model.normalize_username(username or ""))


class TextSize(models.TextChoices):
    NORMAL = "normal", _("Normal")
    LARGE = "large", _("Large")
    LARGER = "larger", _("Larger")


class Density(models.TextChoices):
    ROOMY = "roomy", _("Roomy")
    COMPACT = "compact", _("Compact")


class User(AbstractBaseUser):
    """A person. Their memberships say what they may do in a campaign."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    username = models.CharField(
        _("user name"),
        max_length=60,
        validators=[UnicodeUsernameValidator(), validate_one_script],
        help_text=_("Letters, digits and @ . + - _"),
    )
    # What the user name looks like: see `accounts.user_names`.
    skeleton = models.CharField(max_length=240, blank=True, default="", editable=False)
    name = models.CharField(_("name"), max_length=120, blank=True)
    # Not unique: a form that refuses an address in use would reveal who has an account.
    email = models.EmailField(_("e-mail"), blank=True)
    is_administrator = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    # A program that uses the services as people do. Its claims and verifications are no human work.
    is_simulated = models.BooleanField(default=False)
    # A program that annotates under its own name, by tokens alone: it never logs in.
    is_machine = models.BooleanField(default=False)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    # How pages look to this person, on any device.
    text_size = models.CharField(
        _("text size"), max_length=8, choices=TextSize, default=TextSize.NORMAL
    )
    density = models.CharField(_("density"), max_length=8, choices=Density, default=Density.ROOMY)

    objects = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="user_text_size_known", condition=Q(text_size__in=TextSize.values)
            ),
            models.CheckConstraint(
                name="user_density_known", condition=Q(density__in=Density.values)
            ),
            models.CheckConstraint(
                name="user_machine_never_logs_in",
                condition=Q(is_machine=False)
                | Q(is_administrator=False, password__startswith=UNUSABLE_PASSWORD_PREFIX),
            ),
            models.UniqueConstraint(
                Lower("username"),
                name="user_name_once",
                violation_error_message=_("This user name is taken."),
            ),
            models.UniqueConstraint(
                fields=["skeleton"],
                condition=~models.Q(skeleton=""),
                name="user_name_looks_like_no_other",
                violation_error_message=_("This user name is taken."),
            ),
        ]

    def __str__(self) -> str:
        # Wherever the name of a machine is shown, nobody takes it for a person.
        name = self.name or self.username
        return _("%s (machine)") % name if self.is_machine else name

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """Return the name in lower case; done in Python, since LOWER of SQLite only knows ASCII."""
        return super().normalize_username(username).lower()

    def get_full_name(self) -> str:
        return self.name or self.username

    def get_short_name(self) -> str:
        return self.username


class Education(models.TextChoices):
    """The education of a person in language."""

    SCHOOL = "school", _("At school only")
    COURSES = "courses", _("Courses in language or writing after school")
    STUDENT = "student", _("Studying a language-related subject")
    DEGREE = "degree", _("A degree in a language-related subject")


class AgeBand(models.TextChoices):
    """The age of a person, in bands."""

    UNDER_25 = "under_25", _("Under 25")
    UNDER_35 = "25_34", _("25 to 34")
    UNDER_45 = "35_44", _("35 to 44")
    UNDER_55 = "45_54", _("45 to 54")
    UNDER_65 = "55_64", _("55 to 64")
    OLDER = "65_up", _("65 or older")


class Profile(models.Model):
    """Answers that a person gave about themselves of their own accord, shown in groups only."""

    person = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="profile")
    # Codes of `accounts.languages` and `accounts.countries`.
    first_language = models.CharField(max_length=5, blank=True, default="")
    country = models.CharField(max_length=2, blank=True, default="")
    education = models.CharField(
        _("education in language"), max_length=8, blank=True, default="", choices=Education
    )
    age_band = models.CharField(_("age"), max_length=8, blank=True, default="", choices=AgeBand)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="profile_education_known", condition=Q(education__in=["", *Education.values])
            ),
            models.CheckConstraint(
                name="profile_age_band_known", condition=Q(age_band__in=["", *AgeBand.values])
            ),
            # Who has told nothing has no profile.
            models.CheckConstraint(
                name="profile_tells_something",
                condition=~Q(first_language="", country="", education="", age_band=""),
            ),
        ]

    def __str__(self) -> str:
        return str(self.person)


class Invitation(models.Model):
    """A link that lets one person in, once, until it expires. Only its digest is kept.

    The campaign that the person joins is stored in `campaigns`; an invitation alone gives an
    account, or with `makes_administrator` an administrator's account.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    digest = models.CharField(max_length=64, unique=True)
    note = models.CharField(_("for whom"), max_length=120, blank=True)
    # Kept as long as the link is open, to mail it.
    email = models.EmailField(_("e-mail"), blank=True, default="")
    mailed_at = models.DateTimeField(null=True, blank=True)
    makes_administrator = models.BooleanField(default=False)
    invited_by = models.ForeignKey(User, models.PROTECT, related_name="invitations_sent")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="invitations_accepted"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="invitation_accepted_by_someone",
                condition=models.Q(accepted_at__isnull=True, accepted_by__isnull=True)
                | models.Q(accepted_at__isnull=False, accepted_by__isnull=False),
            ),
            models.CheckConstraint(
                name="invitation_expires_later",
                condition=models.Q(expires_at__gt=models.F("created_at")),
            ),
            models.CheckConstraint(
                name="invitation_forgets_email",
                condition=models.Q(email="")
                | models.Q(revoked_at__isnull=True, accepted_at__isnull=True),
            ),
            models.CheckConstraint(
                name="invitation_revoked_or_accepted",
                condition=models.Q(revoked_at__isnull=True) | models.Q(accepted_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.note or str(self.public_id)

    class State(models.TextChoices):
        OPEN = "open", _("Open")
        USED = "used", _("Used")
        REVOKED = "revoked", _("Revoked")
        EXPIRED = "expired", _("Expired")

    def state_at(self, now: datetime) -> State:
        """Return whether the link still works, and if not, why."""
        if self.accepted_at is not None:
            return self.State.USED
        if self.revoked_at is not None:
            return self.State.REVOKED
        return self.State.OPEN if now < self.expires_at else self.State.EXPIRED


class ApiToken(models.Model):
    """A personal key for scripts. It is shown once; only its digest is stored."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("what it is for"), max_length=80)
    start = models.CharField(
        max_length=12, help_text=_("The first letters, to recognise the token by.")
    )
    digest = models.CharField(max_length=64, unique=True)
    # Every token may read what its person may.
    may_annotate = models.BooleanField(_("take, write and verify claims"), default=False)
    may_manage = models.BooleanField(
        _("everything else that changes something, such as cancelling jobs"), default=False
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="api_token_named", condition=~models.Q(name="")),
            models.CheckConstraint(
                name="api_token_expires_later",
                condition=models.Q(expires_at=None)
                | models.Q(expires_at__gt=models.F("created_at")),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def scopes(self) -> frozenset[Scope]:
        """Return what the token may be used for."""
        granted = {Scope.ANNOTATE: self.may_annotate, Scope.MANAGE: self.may_manage}
        return frozenset({Scope.READ, *(scope for scope, given in granted.items() if given)})


class CountedTries(models.Model):
    """The number of failed tries for a name, from a source, or for both.

    Names and addresses are kept as digests; see `accounts.services.tries`.
    """

    kind = models.CharField(max_length=20)
    name_digest = models.CharField(max_length=32, blank=True, default="")
    source_digest = models.CharField(max_length=32, blank=True, default="")
    tries = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "counted tries"
        constraints = [
            models.UniqueConstraint(
                fields=["name_digest", "source_digest", "kind"], name="counted_tries_once"
            ),
            models.CheckConstraint(name="counted_tries_of_a_kind", condition=~models.Q(kind="")),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.tries}"
