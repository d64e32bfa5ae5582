"""Names of the actions on campaigns and their people, for the audit log."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.action_labels import name_actions, name_kinds

name_actions(
    {
        "campaign.counting_changed": _("Changed what counts in releases"),
        "campaign.created": _("Created a campaign"),
        "campaign.designed": _("Designed a campaign"),
        "campaign.guidelines_published": _("Published guidelines"),
        "campaign.target_changed": _("Changed a campaign’s target"),
        "campaign.open": _("Opened a campaign"),
        "campaign.paused": _("Paused a campaign"),
        "campaign.closed": _("Closed a campaign"),
        "campaign.archived": _("Archived a campaign"),
        "campaign.restored": _("Restored a campaign"),
        "campaign.deletion_requested": _("Requested the deletion of a campaign"),
        "campaign.deletion_started": _("Started to delete a campaign"),
        "campaign.deleted": _("Deleted a campaign"),
        "announcement.made": _("Made an announcement"),
        "announcement.withdrawn": _("Withdrew an announcement"),
        "precedent.changed": _("Changed a precedent"),
        "precedent.published": _("Published a precedent"),
        "precedent.withdrawn": _("Withdrew a precedent"),
        "invitation.made": _("Invited a person"),
        "invitation.accepted": _("Accepted an invitation"),
        "invitation.revoked": _("Revoked an invitation"),
        "member.changed": _("Changed a member’s role"),
        "member.removed": _("Removed a member"),
        "machine.added": _("Added a machine"),
        "machine.token_renewed": _("Renewed the token of a machine"),
        "webhook.created": _("Created a webhook"),
        "webhook.changed": _("Changed a webhook"),
        "webhook.paused": _("Paused a webhook"),
        "webhook.resumed": _("Resumed a webhook"),
        "webhook.secret_changed": _("Changed the secret of a webhook"),
        "webhook.deleted": _("Deleted a webhook"),
        "webhook.disabled": _("Switched off a webhook that kept failing"),
        "workerlink.made": _("Created a link for workers"),
        "workerlink.revoked": _("Revoked a link for workers"),
        "worker.joined": _("Joined as a worker"),
    }
)
name_kinds(
    {
        "campaigns.campaign": _("Campaign"),
        "campaigns.guidelinesversion": _("Guidelines"),
        "campaigns.membership": _("Member"),
        "campaigns.announcement": _("Announcement"),
        "campaigns.precedent": _("Precedent"),
        "campaigns.question": _("Question"),
        "campaigns.webhook": _("Webhook"),
        "campaigns.workerlink": _("Link for workers"),
        "campaigns.crowdworker": _("Worker"),
    }
)
