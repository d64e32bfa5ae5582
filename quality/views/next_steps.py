"""The list of what to look at next: hints, each with its evidence and one link to act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.roles import Area
from campaigns.access import campaign_for
from campaigns.models import Campaign
from campaigns.views.campaign_page import render_tab
from plots.scales import spell
from quality.measuring.hints import HintKind, QualityHint, agreement_hints, bias_hints
from quality.measuring.results import AgreementResult, BiasResult
from quality.messages import HINTS, PLACES, QUEUES
from quality.models import QualityReport
from quality.selectors import reports as selectors
from quality.selectors.supply import dry_queues, missed_quotas
from quality.views.shown_charts import RowLink, claims_link, verifications_link
from quality.words import DesignWords


@dataclass(frozen=True, slots=True)
class ShownHint:
    """A sentence with its figures, and where to act."""

    sentence: str
    link: RowLink


@require_safe
@never_cache
def next_steps(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List what stands out in the newest reports and in the queues."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    campaign = access.campaign
    found = [
        selectors.newest_report(campaign, kind)
        for kind in (QualityReport.Kind.AGREEMENT, QualityReport.Kind.BIAS)
    ]
    reports = [report for report in found if report is not None]
    shown = [*_work_hints(campaign, timezone.now()), *_report_hints(campaign, reports)]
    oldest = min((report.data_until for report in reports if report.data_until), default=None)
    context = {"hints": shown, "oldest": oldest}
    return render_tab(request, access, "quality-next", "quality/next_steps.html", context)


def _report_hints(campaign: Campaign, reports: Sequence[QualityReport]) -> list[ShownHint]:
    hints: list[QualityHint] = []
    for report in reports:
        result = selectors.result_of(report)
        if isinstance(result, AgreementResult):
            hints += agreement_hints(result)
        elif isinstance(result, BiasResult):
            hints += bias_hints(result)
    if not hints:
        return []
    names = selectors.names_of({person for hint in hints for person in hint.people})
    words = DesignWords.of(campaign)
    return [
        ShownHint(_sentence(hint, names, words), _link(campaign, hint, names)) for hint in hints
    ]


def _sentence(hint: QualityHint, names: Mapping[str, str], words: DesignWords) -> str:
    people = [names.get(person, "?") for person in hint.people]
    is_place = hint.kind is HintKind.PLACE
    values = {
        "person": people[0] if people else "",
        "other": people[-1] if people else "",
        "feature": str(PLACES[hint.feature]) if is_place else hint.feature,
        "verdict": words.label(hint.verdict),
        "part": f"{hint.part:,}",
        "total": f"{hint.total:,}",
        "share": f"{100 * hint.part / hint.total:.0f}" if hint.total else "–",
        "expected": f"{100 * hint.expected:.0f}",
    }
    return str(HINTS[hint.kind]) % values


def _link(campaign: Campaign, hint: QualityHint, names: Mapping[str, str]) -> RowLink:
    """Return where to act: the rows behind a hint, or the dashboard."""
    match hint.kind:
        case HintKind.DRIFT | HintKind.LOW_PERSON:
            name = names.get(hint.people[0], "?")
            label = _("Read verifications of %(person)s") % {"person": name}
            return verifications_link(campaign, label, person=hint.people[0])
        case HintKind.GOLD_DRIFT:
            url = reverse("campaign-checks", args=[campaign.public_id])
            return RowLink(f"{url}?person={hint.people[0]}", _("Open checks"))
        case HintKind.LOW_PAIR:
            url = reverse("adjudication", args=[campaign.public_id])
            return RowLink(url, _("Decide about disagreements"))
        case HintKind.PHRASE:
            label = _("Read claims with “%(phrase)s”") % {"phrase": hint.feature}
            return claims_link(campaign, label, words=hint.feature, verdict=hint.verdict)
        case _:
            return RowLink(reverse("quality-bias", args=[campaign.public_id]), _("Open bias"))


def _work_hints(campaign: Campaign, now: datetime) -> list[ShownHint]:
    hints = []
    for queue in dry_queues(campaign, now):
        address, sentence, label = QUEUES[queue.task]
        values = {
            "weekday": date_format(queue.dry_on, "l"),
            "day": f"{queue.dry_on:%Y-%m-%d}",
            "waiting": f"{queue.waiting:,}",
            "pace": spell(round(queue.a_day, 1)),
        }
        link = RowLink(reverse(address, args=[campaign.public_id]), str(label))
        hints.append(ShownHint(str(sentence) % values, link))
    for meter in missed_quotas(campaign):
        sentence = _("%(factor)s: a quota is off by %(furthest)s; dealing explains %(bound)s.") % {
            "factor": meter.label,
            "furthest": spell(round(meter.furthest, 2)),
            "bound": meter.bound,
        }
        url = reverse("campaign-numbers", args=[campaign.public_id])
        hints.append(ShownHint(sentence, RowLink(url, _("Open numbers"))))
    return hints
