"""The words of the verification desk's script: names of actions, and what is announced."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: Mapping[str, Promise] = {
    # Actions, as the palette and the list of keys show them.
    "do_next": _("Next sentence or item"),
    "do_previous": _("Previous sentence or item"),
    "do_table": _("Next table"),
    "do_table_before": _("Previous table"),
    "do_list": _("Next list"),
    "do_list_before": _("Previous list"),
    "do_arrows": _("Move along rows, columns and text; Home and End to the ends"),
    "do_select": _("Select or deselect"),
    "do_row": _("Select the row"),
    "do_column": _("Select the column"),
    "do_set": _("Go to set %s"),
    "do_verdict": _("Go to the verdict"),
    "do_undo": _("Undo"),
    "do_redo": _("Redo"),
    "do_clear": _("Clear this set"),
    "do_review": _("Review and submit"),
    "do_report": _("Report this claim"),
    "do_skip": _("Skip this claim"),
    "do_pause": _("Pause this claim"),
    "do_leave": _("Cancel the correction"),
    "space": _("Space"),
    "shift_space": _("Shift+Space"),
    # Handles of tables.
    "row": _("Select the whole row"),
    "column": _("Select the whole column"),
    # Announcements.
    "free": _("Not selected"),
    "in_set": _("Selected in set %s"),
    "in_sets": _("Selected in sets %s"),
    "now_in": _("Set %s"),
    "added": _("%s cells selected"),
    "taken": _("%s cells deselected"),
    "undone": _("Undone"),
    "redone": _("Redone"),
    "nothing_undone": _("There is nothing to undo."),
    "nothing_redone": _("There is nothing to redo."),
    "verdict_follows": _("The verdict was changed to match your answer."),
    "closed_flagged": _("This section lacks references: it cannot be evidence."),
    "closed_page": _("This page lacks references: it cannot be evidence."),
    "closed_kind": _("This kind of element cannot be evidence here."),
    "closed_beyond": _("Only the introduction of a page can be evidence here."),
    "lost_lease_lost": _(
        "The claim has passed to somebody else. Your work is still shown, but it no longer counts."
    ),
    "lost_over": _(
        "This claim is finished: it was submitted, skipped or reported in another window."
    ),
    "away": _("The site cannot be reached. Your work is kept; try again."),
}
