"""The rows of this app that belong to a campaign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import Invitation
from campaigns.models import (
    Announcement,
    AnnouncementReading,
    Campaign,
    CrowdWorker,
    GuidelinesVersion,
    InvitedMembership,
    Membership,
    Precedent,
    Question,
    Reply,
    Webhook,
    WebhookAttempt,
    WebhookDelivery,
    WorkerLink,
)
from core.contents import Contents, Dependents, OwnedRows
from wiki.models import Corpus


def _delete_invitations(keys: Sequence[Any]) -> None:
    """Delete the invitations of these offers: without one, a link would lead nowhere."""
    offers = InvitedMembership.objects.filter(pk__in=keys)
    invitations = list(offers.values_list("invitation", flat=True))
    offers._raw_delete(offers.db)
    Invitation.objects.filter(pk__in=invitations).delete()


def _campaigns_on(corpus: Corpus) -> str:
    campaigns = Campaign.objects.filter(corpus=corpus).count()
    if not campaigns:
        return ""
    return ngettext(
        "%(count)s campaign uses it. Delete the campaign first.",
        "%(count)s campaigns use it. Delete the campaigns first.",
        campaigns,
    ) % {"count": campaigns}


CORPUS_CONTENTS = Contents(
    rows=(),
    dependents=(
        Dependents(_("Campaigns"), lambda corpus: corpus.campaigns.count()),
        Dependents(
            _("Campaigns that are not archived"),
            lambda corpus: corpus.campaigns.exclude(state=Campaign.State.ARCHIVED).count(),
        ),
    ),
    objection=_campaigns_on,
)
CAMPAIGN_CONTENTS = Contents(
    rows=(
        OwnedRows(AnnouncementReading, "announcement__campaign"),
        OwnedRows(Announcement, "campaign"),
        OwnedRows(Precedent, "campaign"),
        OwnedRows(Reply, "question__campaign"),
        OwnedRows(Question, "campaign"),
        OwnedRows(InvitedMembership, "campaign", _delete_invitations),
        OwnedRows(CrowdWorker, "campaign"),
        OwnedRows(WebhookAttempt, "delivery__webhook__campaign"),
        OwnedRows(WebhookDelivery, "webhook__campaign"),
        OwnedRows(Webhook, "campaign"),
        OwnedRows(WorkerLink, "campaign"),
        OwnedRows(Membership, "campaign"),
        OwnedRows(GuidelinesVersion, "campaign"),
    ),
    dependents=(
        Dependents(_("Members"), lambda campaign: campaign.membership_set.count()),
        Dependents(_("Questions"), lambda campaign: campaign.questions.count()),
    ),
)
