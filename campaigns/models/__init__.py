"""The tables of this app, by noun."""

from campaigns.models.announcements import Announcement, AnnouncementReading
from campaigns.models.campaigns import Campaign, GuidelinesVersion
from campaigns.models.casebook import Precedent
from campaigns.models.members import InvitedMembership, Membership
from campaigns.models.questions import Question, Reply
from campaigns.models.webhooks import Webhook, WebhookAttempt, WebhookDelivery
from campaigns.models.workers import CrowdWorker, WorkerLink

__all__ = [
    "Announcement",
    "AnnouncementReading",
    "Campaign",
    "CrowdWorker",
    "GuidelinesVersion",
    "InvitedMembership",
    "Membership",
    "Precedent",
    "Question",
    "Reply",
    "Webhook",
    "WebhookAttempt",
    "WebhookDelivery",
    "WorkerLink",
]
