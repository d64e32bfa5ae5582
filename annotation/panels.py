"""Tabs and panels of annotation on the pages of campaigns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.roles import Area
from annotation.models import Attempt
from annotation.selectors.calibration.candidacies import waiting_for_graders
from annotation.selectors.calibration.screening import count_waiting
from annotation.selectors.campaign.completions import Completion, completions_of
from annotation.selectors.campaign.counts import CampaignCounts, counts_of, open_reports
from annotation.selectors.desk.campaign_tasks import CampaignTasks, campaign_tasks
from annotation.selectors.desk.questions import subjects_of
from annotation.selectors.desk.today import Today, today_of
from annotation.views.breaks import hints_at_break
from campaigns.access import person_of
from campaigns.models import Campaign, Membership, Question
from campaigns.panels import Panel, Place
from campaigns.tabs import Tab, TabGroup, TabSection


@dataclass(frozen=True, slots=True)
class DayCard:
    """A person's own numbers of the day, and whether a break is due."""

    today: Today
    hints_at_break: bool


def _is_written(campaign: Campaign) -> bool:
    """Return whether claims are written from highlights; imported ones are not."""
    return campaign.claims_from != Campaign.ClaimsFrom.FILES


def _days(request: HttpRequest, people: Sequence[User]) -> Mapping[int, DayCard]:
    now = timezone.now()
    days = {person.pk: today_of(person, now) for person in people}
    return {key: DayCard(today, hints_at_break(request, today, now)) for key, today in days.items()}


def _tasks(request: HttpRequest, memberships: Sequence[Membership]) -> Mapping[int, CampaignTasks]:
    tasks = campaign_tasks(person_of(request), memberships, timezone.now())
    return {membership.pk: group for membership, group in zip(memberships, tasks, strict=True)}


def _completions(
    request: HttpRequest, memberships: Sequence[Membership]
) -> Mapping[int, Completion]:
    campaigns = [membership.campaign for membership in memberships]
    found = completions_of(person_of(request), campaigns)
    return {
        membership.pk: found[membership.campaign_id]
        for membership in memberships
        if membership.campaign_id in found
    }


def _counts(request: HttpRequest, campaigns: Sequence[Campaign]) -> Mapping[int, CampaignCounts]:
    return counts_of(campaigns)


def _subjects(request: HttpRequest, questions: Sequence[Question]) -> Mapping[int, Attempt]:
    return subjects_of(questions)


PANELS = (
    Panel(Place.ANNOTATOR, "annotation/home_day.html", _days),
    Panel(Place.ANNOTATOR_CARD, "annotation/home_tasks.html", _tasks),
    Panel(Place.ANNOTATOR_CARD, "annotation/home_completion.html", _completions),
    Panel(Place.MANAGER_CARD, "annotation/home_counts.html", _counts),
    Panel(Place.QUESTION, "annotation/question_subject.html", _subjects),
    Panel(Place.OWN_QUESTION, "annotation/own_question_subject.html", _subjects),
)


def _has_design(campaign: Campaign) -> bool:
    return campaign.protocol is not None


TABS = (
    Tab("overview", _("Overview"), "campaign", TabGroup.OVERVIEW, position=10),
    Tab(
        "work",
        _("In progress"),
        "campaign-work",
        TabGroup.WORK,
        position=10,
        area=Area.CAMPAIGNS,
    ),
    Tab(
        "highlights",
        _("Highlights"),
        "campaign-highlights",
        TabGroup.WORK,
        position=20,
        area=Area.CAMPAIGNS,
        is_shown=_is_written,
    ),
    Tab(
        "claims",
        _("Claims"),
        "campaign-claims",
        TabGroup.WORK,
        position=25,
        area=Area.CAMPAIGNS,
    ),
    Tab(
        "verifications",
        _("Verifications"),
        "verifications",
        TabGroup.WORK,
        position=30,
        area=Area.CAMPAIGNS,
    ),
    Tab("hours", _("Hours"), "campaign-hours", TabGroup.PEOPLE, position=30, area=Area.CAMPAIGNS),
    Tab("skips", _("Skips"), "campaign-skips", TabGroup.WORK, position=40, area=Area.CAMPAIGNS),
    Tab(
        "reports",
        _("Reported claims"),
        "reported-claims",
        TabGroup.QUALITY,
        position=10,
        section=TabSection.DECISIONS,
        area=Area.CAMPAIGNS,
        waiting=open_reports,
    ),
    Tab(
        "adjudication",
        _("Adjudication"),
        "adjudication",
        TabGroup.QUALITY,
        position=30,
        section=TabSection.DECISIONS,
        area=Area.CAMPAIGNS,
        is_shown=_has_design,
    ),
    Tab(
        "review",
        _("Review"),
        "review",
        TabGroup.QUALITY,
        position=20,
        section=TabSection.DECISIONS,
        area=Area.CAMPAIGNS,
        is_shown=_is_written,
    ),
    Tab(
        "spot-checks",
        _("Spot checks"),
        "spot-checks",
        TabGroup.QUALITY,
        position=40,
        section=TabSection.DECISIONS,
        # For researchers, too; they see only labels that a release has published.
        area=Area.RELEASES,
        is_shown=_has_design,
    ),
    Tab(
        "set-aside",
        _("Set aside"),
        "set-aside",
        TabGroup.QUALITY,
        position=50,
        section=TabSection.ANNOTATORS,
        area=Area.CAMPAIGNS,
    ),
    Tab(
        "calibration",
        _("Calibration"),
        "campaign-calibration",
        TabGroup.QUALITY,
        position=20,
        section=TabSection.ANNOTATORS,
        area=Area.CAMPAIGNS,
        waiting=waiting_for_graders,
    ),
    Tab(
        "screening",
        _("Screening"),
        "campaign-screening",
        TabGroup.QUALITY,
        position=10,
        section=TabSection.ANNOTATORS,
        area=Area.CAMPAIGNS,
        is_shown=_has_design,
        waiting=count_waiting,
    ),
    Tab(
        "checks",
        _("Checks"),
        "campaign-checks",
        TabGroup.QUALITY,
        position=40,
        section=TabSection.ANNOTATORS,
        area=Area.CAMPAIGNS,
        is_shown=_has_design,
    ),
    Tab(
        "gold",
        _("Gold"),
        "campaign-gold",
        TabGroup.QUALITY,
        position=30,
        section=TabSection.ANNOTATORS,
        area=Area.CAMPAIGNS,
    ),
    Tab(
        "design",
        _("Design"),
        "campaign-design",
        TabGroup.SETTINGS,
        position=10,
        area=Area.CAMPAIGNS,
    ),
    Tab(
        "numbers",
        _("Numbers"),
        "campaign-numbers",
        TabGroup.SETTINGS,
        position=20,
        area=Area.CAMPAIGNS,
        is_shown=_has_design,
    ),
)
