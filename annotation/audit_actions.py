"""What the audit log calls the actions on campaigns and their work."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.action_labels import name_actions

name_actions(
    {
        "campaign.created": _("Made a campaign"),
        "campaign.copied": _("Copied a campaign"),
        "campaign.designed": _("Designed a campaign"),
        "campaign.guidelines_published": _("Published guidelines"),
        "campaign.imported": _("Imported a campaign"),
        "campaign.highlights_requested": _("Asked for highlights"),
        "campaign.numbers_changed": _("Changed a campaign’s numbers"),
        "campaign.target_changed": _("Changed a campaign’s target"),
        "campaign.open": _("Opened a campaign"),
        "campaign.paused": _("Paused a campaign"),
        "campaign.closed": _("Closed a campaign"),
        "claim.freed": _("Freed a claim"),
        "claim_report.confirmed": _("Confirmed a report"),
        "claim_report.edited": _("Edited a reported claim"),
        "claim_report.dismissed": _("Dismissed a report"),
        "claim.withdrawn": _("Withdrew a claim"),
        "highlight.freed": _("Freed a highlight"),
        "invitation.made": _("Invited a person"),
        "invitation.accepted": _("Accepted an invitation"),
        "invitation.revoked": _("Revoked an invitation"),
        "member.changed": _("Changed a member’s part"),
        "member.removed": _("Removed a member"),
    }
)
