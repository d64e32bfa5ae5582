"""Corpora and their pages, and the ledger of what was imported from where.

A page's elements are one compressed document in `PageContent`, shared between corpora. `Page`
has only what is queried, so that scanning millions of pages never opens a document.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from core import append_only
from wiki import sealing
from wiki.parsing import addresses


@append_only.guarded_by(sealing.keep_sealed)
class Corpus(models.Model):
    """A named set of pages: open while pages are imported, frozen once it is sealed."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=120, unique=True)
    # The source of its pages, for the attribution at the foot of each page.
    source_name = models.CharField(_("source"), max_length=120)
    source_url = models.CharField(
        _("page URL"),
        max_length=200,
        blank=True,
        help_text=_("Use {title} for the page's title and {revision} for its revision."),
    )
    licence = models.CharField(_("licence"), max_length=120)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    sealed_at = models.DateTimeField(null=True, blank=True)
    # The administrators' choice of what is read and searched if no corpus is named.
    is_default = models.BooleanField(default=False)
    # Archived: it can be read, but nothing is imported, indexed or chosen for a campaign.
    archived_at = models.DateTimeField(null=True, blank=True)
    # Its pages are being deleted: nobody sees it any more.
    is_being_deleted = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "corpora"
        constraints = [
            models.CheckConstraint(
                name="corpus_deleted_from_the_archive",
                condition=Q(is_being_deleted=False) | Q(archived_at__isnull=False),
            ),
            models.CheckConstraint(
                name="corpus_default_not_archived",
                condition=Q(is_default=False) | Q(archived_at__isnull=True),
            ),
            models.UniqueConstraint(
                fields=["is_default"], condition=Q(is_default=True), name="corpus_default_once"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_sealed(self) -> bool:
        return self.sealed_at is not None

    @property
    def is_archived(self) -> bool:
        return self.archived_at is not None


class CorpusMember(models.Model):
    """A person with a right of their own in a corpus: see `wiki.selectors.access`."""

    class Role(models.TextChoices):
        OWNER = "owner", _("Owner")
        MEMBER = "member", _("Member")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    corpus = models.ForeignKey(Corpus, models.CASCADE, related_name="members", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    role = models.CharField(_("role"), max_length=6, choices=Role)
    added_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["corpus", "user"], name="corpus_member_once"),
            models.CheckConstraint(
                name="corpus_member_role_known", condition=Q(role__in=["owner", "member"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.corpus} · {self.role}"


@append_only.guarded_by(sealing.refuse_updates)
class PageContent(models.Model):
    """A page's elements in the FEVEROUS page format, compressed; keyed by the document's hash."""

    digest = models.BinaryField(max_length=32, primary_key=True)
    document = models.BinaryField(help_text="zstd-compressed JSON")
    size = models.PositiveIntegerField(help_text="bytes of the JSON")

    def __str__(self) -> str:
        return bytes(self.digest).hex()[:12]


@append_only.guarded_by(sealing.guard_rows_of_corpus)
class Page(models.Model):
    """An article of a corpus."""

    # The constraint serves as the index: another one would add millions of entries for nothing.
    corpus = models.ForeignKey(Corpus, models.PROTECT, related_name="pages", db_index=False)
    title = models.CharField(max_length=255)
    # Zero and null if the source does not say, like FEVEROUS pages, which have neither.
    source_id = models.BigIntegerField(help_text="the page's id in its source")
    revision = models.BigIntegerField()
    revised_at = models.DateTimeField(null=True)
    # The page's source and its extractor: an unchanged page is reused without parsing it again.
    source_digest = models.BinaryField(max_length=32)
    extractor = models.CharField(max_length=20)
    content = models.ForeignKey(PageContent, models.PROTECT, related_name="pages")
    is_disambiguation = models.BooleanField(default=False)
    is_flagged = models.BooleanField(default=False, help_text="lacks references")
    sentences = models.PositiveIntegerField()
    tables = models.PositiveIntegerField()
    lists = models.PositiveIntegerField()
    lossy_elements = models.PositiveIntegerField()
    has_notes = models.BooleanField(default=False, help_text="the parser repaired or cut it")
    incoming_links = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["corpus", "title"], name="page_title_once"),
            models.CheckConstraint(
                name="page_title_without_underscore", condition=~Q(title__contains="_")
            ),
            models.CheckConstraint(name="page_title_not_empty", condition=~Q(title="")),
        ]
        indexes = [
            models.Index(fields=["source_digest", "extractor"], name="page_taken_over_by"),
            # For the lists of pages that lost something; most did not.
            models.Index(
                fields=["corpus", "-lossy_elements", "title"],
                name="page_lossy",
                condition=Q(lossy_elements__gt=0),
            ),
            models.Index(
                fields=["corpus", "title"], name="page_with_notes", condition=Q(has_notes=True)
            ),
        ]

    def __str__(self) -> str:
        return self.title


@append_only.guarded_by(sealing.guard_rows_of_page)
class PageTable(models.Model):
    """A table's size, for the sampler of highlights."""

    page = models.ForeignKey(Page, models.CASCADE, related_name="page_tables", db_index=False)
    number = models.PositiveIntegerField()
    rows = models.PositiveIntegerField()
    columns = models.PositiveIntegerField()
    # Rows with a cell that is no header.
    body_rows = models.PositiveIntegerField()
    is_malformed = models.BooleanField(help_text="is ragged, truncated or lost content")
    is_infobox = models.BooleanField()
    is_flagged = models.BooleanField(help_text="is in a section that lacks references")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["page", "number"], name="page_table_once"),
            models.CheckConstraint(
                name="page_table_body_within_rows", condition=Q(body_rows__lte=F("rows"))
            ),
        ]

    def __str__(self) -> str:
        return addresses.table(self.number)


@append_only.guarded_by(sealing.guard_rows_of_page)
class SentenceRun(models.Model):
    """Consecutive sentences of one section, each of at least five tokens, for the sampler.

    A table or a list between two sentences ends the run.
    """

    page = models.ForeignKey(Page, models.CASCADE, related_name="sentence_runs", db_index=False)
    first = models.PositiveIntegerField()
    length = models.PositiveIntegerField()
    is_flagged = models.BooleanField(help_text="is in a section that lacks references")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["page", "first"], name="sentence_run_once"),
            models.CheckConstraint(name="sentence_run_not_empty", condition=Q(length__gt=0)),
        ]

    def __str__(self) -> str:
        return f"{addresses.sentence(self.first)} + {self.length}"


@append_only.guarded_by(sealing.guard_rows_of_page)
class PageCategory(models.Model):
    """A category that a page is in."""

    page = models.ForeignKey(Page, models.CASCADE, related_name="categories")
    name = models.CharField(max_length=255)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["name", "page"], name="page_category_once"),
        ]

    def __str__(self) -> str:
        return self.name


@append_only.guarded_by(sealing.guard_rows_of_corpus)
class Redirect(models.Model):
    """Another title under which a page is found."""

    corpus = models.ForeignKey(Corpus, models.PROTECT, related_name="redirects", db_index=False)
    title = models.CharField(max_length=255)
    target = models.CharField(max_length=255)
    fragment = models.CharField(max_length=255, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["corpus", "title"], name="redirect_title_once"),
        ]
        indexes = [models.Index(fields=["corpus", "target"], name="redirect_by_target")]

    def __str__(self) -> str:
        return f"{self.title} → {self.target}"


class OutboxEntry(models.Model):
    """A page whose latest change the search index lacks.

    Written with each change to the page and deleted once it is indexed: see `services/outbox.py`.
    """

    page = models.OneToOneField(Page, models.CASCADE, related_name="outbox_entry")

    def __str__(self) -> str:
        return str(self.page_id)


class Import(models.Model):
    """The import of one file into a corpus. Restarted, it resumes after its last chunk."""

    class State(models.TextChoices):
        RUNNING = "running", _("Running")
        STOPPED = "stopped", _("Stopped")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    corpus = models.ForeignKey(Corpus, models.PROTECT, related_name="imports", db_index=False)
    file_name = models.CharField(max_length=255)
    file_size = models.PositiveBigIntegerField()
    # Identifies the file, so that a resumed import reads the same one.
    fingerprint = models.CharField(max_length=64)
    # The pages to import: {"titles": […], "limit": n}, and the hash of it. Empty means all.
    options = models.JSONField(default=dict, blank=True)
    options_digest = models.CharField(max_length=64, blank=True, default="")
    extractor = models.CharField(max_length=20)
    state = models.CharField(max_length=8, choices=State, default=State.RUNNING)
    reason = models.TextField(blank=True, default="")
    started_at = models.DateTimeField()
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["corpus", "fingerprint", "options_digest", "extractor"],
                name="import_once",
            ),
            models.CheckConstraint(
                name="import_state_known",
                condition=Q(state__in=["running", "stopped", "done", "failed"]),
            ),
            models.CheckConstraint(
                name="import_reason_iff_failed",
                condition=(Q(state="failed") & ~Q(reason="")) | (~Q(state="failed") & Q(reason="")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.file_name} → {self.corpus}"


class ImportChunk(models.Model):
    """A part of the file that has been imported, written in one transaction with its rows."""

    source = models.ForeignKey(Import, models.CASCADE, related_name="chunks", db_index=False)
    number = models.PositiveBigIntegerField()
    # The chunk's end in the file.
    position = models.PositiveBigIntegerField()
    pages = models.PositiveIntegerField()
    taken_over = models.PositiveIntegerField(help_text="of the pages: not parsed again")
    lossy = models.PositiveIntegerField(help_text="of the pages: with a lossy element")
    noted = models.PositiveIntegerField(
        default=0, help_text="of the pages: the parser noted something"
    )
    redirects = models.PositiveIntegerField()
    present = models.PositiveIntegerField(help_text="already in the corpus")
    failed = models.PositiveIntegerField(help_text="pages listed among the problems")
    skipped = models.PositiveIntegerField(help_text="not articles, or not selected")
    unknown_templates = models.JSONField(default=dict, blank=True)
    # The number of pages with a note of each kind, among those that were parsed.
    note_kinds = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "number"], name="import_chunk_once"),
            models.CheckConstraint(
                name="import_chunk_counts",
                condition=Q(
                    taken_over__lte=F("pages"),
                    lossy__lte=F("pages"),
                    noted__lte=F("pages"),
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} #{self.number}"


class ImportProblem(models.Model):
    """A page that failed, with the reason, or a part of the file that is damaged."""

    source = models.ForeignKey(Import, models.CASCADE, related_name="problems", db_index=False)
    chunk = models.PositiveBigIntegerField()
    place = models.PositiveIntegerField(help_text="among the problems of its chunk")
    title = models.CharField(max_length=300)
    reason = models.TextField()
    is_damage = models.BooleanField(default=False, help_text="the file is damaged: pages are lost")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["source", "chunk", "place"], name="import_problem_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title}: {self.reason}"
