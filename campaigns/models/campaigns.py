"""Campaigns and the versions of their guidelines."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core import append_only
from wiki.models import Corpus


class Campaign(models.Model):
    """A project to build one dataset: its study design, its pages, its state."""

    class State(models.TextChoices):
        # Its claims are being read from files: nobody sees it yet, and it may be deleted again.
        IMPORTING = "importing", _("Being imported")
        DRAFT = "draft", _("Being set up")
        OPEN = "open", _("Open")
        PAUSED = "paused", _("Paused")
        CLOSED = "closed", _("Closed")
        # Read-only and hidden from lists; `archived_from` says what it was before.
        ARCHIVED = "archived", _("Archived")
        # Its rows are being deleted: nobody sees it any more.
        DELETING = "deleting", _("Being deleted")

    class ClaimsFrom(models.TextChoices):
        HIGHLIGHTS = "highlights", _("Written from highlights")
        FILES = "files", _("Imported from files")

    class Pages(models.TextChoices):
        ALL = "all", _("All pages")
        CATEGORY = "category", _("The pages of a category")
        TITLES = "titles", _("Pages by title")
        LINKED = "linked", _("Pages by title, and those they link to")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=120, unique=True)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    archived_from = models.CharField(max_length=10, choices=State, blank=True, default="")
    created_at = models.DateTimeField()
    members = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Membership", related_name="campaigns"
    )
    # The study design with this campaign's numbers (`protocols.freezing`); none until it is chosen.
    protocol = models.JSONField(null=True, blank=True)
    corpus = models.ForeignKey(
        Corpus, models.PROTECT, null=True, blank=True, related_name="campaigns"
    )
    page_choice = models.CharField(max_length=8, choices=Pages, default=Pages.ALL)
    # The category, or the titles.
    page_names = models.JSONField(default=list, blank=True)
    # Pages from which another campaign has drawn a highlight are left out.
    excludes_used_pages = models.BooleanField(default=False)
    target = models.PositiveIntegerField(_("highlights to write from"), default=0)
    # Never both: ids of files and of ours would clash in a release.
    claims_from = models.CharField(max_length=10, choices=ClaimsFrom, default=ClaimsFrom.HIGHLIGHTS)
    # Highlights are ranked and decks are shuffled with it.
    seed = models.CharField(max_length=64, blank=True, default="")

    # In a demonstration the claims of simulated people count, and releases are marked.
    is_demonstration = models.BooleanField(default=False)
    # People get work only when they are approved after calibration.
    requires_calibration = models.BooleanField(_("requires calibration"), default=False)
    # Candidates are screened before calibration.
    requires_screening = models.BooleanField(_("requires screening"), default=False)
    # Verifiers see the machine's suggestions.
    suggests_evidence = models.BooleanField(_("suggests evidence"), default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="campaign_state_known",
                condition=Q(
                    state__in=[
                        *("importing", "draft", "open", "paused", "closed"),
                        *("archived", "deleting"),
                    ]
                ),
            ),
            models.CheckConstraint(
                name="campaign_archived_from_a_state",
                condition=Q(
                    state__in=["archived", "deleting"],
                    archived_from__in=["draft", "open", "paused", "closed"],
                )
                | (~Q(state__in=["archived", "deleting"]) & Q(archived_from="")),
            ),
            models.CheckConstraint(
                name="campaign_claims_from_known",
                condition=Q(claims_from="files")
                | (Q(claims_from="highlights") & ~Q(state="importing")),
            ),
            models.CheckConstraint(
                name="campaign_page_choice_known",
                condition=Q(page_choice__in=["all", "category", "titles", "linked"]),
            ),
            # Without a seed all decks would deal the same.
            models.CheckConstraint(
                name="campaign_design_seeded",
                condition=Q(protocol__isnull=True) | ~Q(seed=""),
            ),
            # People work only in a campaign that has a design and pages.
            models.CheckConstraint(
                name="campaign_designed_unless_draft",
                condition=Q(state__in=["importing", "draft"])
                | Q(archived_from="draft")
                | Q(protocol__isnull=False, corpus__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_archived(self) -> bool:
        return self.state in (self.State.ARCHIVED, self.State.DELETING)


@append_only.guarded
class GuidelinesVersion(models.Model):
    """One version of the guidelines. A version never changes, because people have read it."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="guidelines")
    number = models.PositiveIntegerField()
    text = models.TextField(help_text="Markdown")
    # Tells people what has changed.
    note = models.CharField(max_length=300, blank=True, default="")
    published_at = models.DateTimeField()
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="guidelines_number_once"),
            models.CheckConstraint(name="guidelines_number_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(name="guidelines_not_empty", condition=~Q(text="")),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} · {self.number}"
