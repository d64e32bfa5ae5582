"""Labels of the actions on corpora in the audit log."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.action_labels import name_actions, name_kinds

name_actions(
    {
        "wiki.create_corpus": _("Created a corpus"),
        "wiki.delete_corpus": _("Deleted an empty corpus"),
        "wiki.archive_corpus": _("Archived a corpus"),
        "wiki.restore_corpus": _("Restored a corpus"),
        "wiki.request_corpus_deletion": _("Requested the deletion of a corpus"),
        "wiki.start_corpus_deletion": _("Started to delete a corpus"),
        "wiki.deleted_corpus": _("Deleted a corpus"),
        "wiki.default_corpus": _("Chose the default corpus"),
        "wiki.import_dump": _("Imported a dump"),
        "wiki.seal_corpus": _("Sealed a corpus"),
        "wiki.share_corpus": _("Shared a corpus"),
        "wiki.unshare_corpus": _("Took a corpus away from a person"),
    }
)
name_kinds(
    {
        "wiki.corpus": _("Corpus"),
        "wiki.import": _("Import"),
    }
)
