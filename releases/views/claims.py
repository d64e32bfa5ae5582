"""The claims of a release, to be read one by one."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from annotation.selectors.verifying.desk import shown_verdict
from campaigns.selectors.protocols import protocol_of
from campaigns.views.campaign_page import render_tab
from core.row_pages import RowPaginator
from releases.access import is_closed_to, release_for, sees_internal
from releases.forms.claims import ClaimFilterForm
from releases.models import Release
from releases.papers.datasheet import ProtocolLabels
from releases.selectors import releases as selectors
from releases.views.releases import TAB
from releases.views.withdrawals import show_withdrawn

CLAIMS_A_PAGE = 50
# The datasheet has these in English always: its bytes depend on nobody’s language.
KINDS = (
    ("sentences", _("Sentences")),
    ("cells", _("Table cells")),
    ("items", _("List items")),
    ("several", _("Several kinds")),
    ("none", _("None")),
)
# The evidence of imported data may be on pages that are not in the corpus.
RESOLVED = (("0", _("All in the corpus")), ("1", _("Some not in the corpus")))


@require_safe
def claim_list(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Show claims by label, challenge, kind of evidence and part."""
    access, release = release_for(request, public_id, version)
    _need_ready(release)
    if is_closed_to(access, release):
        return show_withdrawn(request, access, release)
    protocol = protocol_of(release.campaign)
    names = ProtocolLabels.of(protocol)
    parts = selectors.readable_parts(release, internal=sees_internal(access))
    is_imported = release.origin == Release.Origin.IMPORTED
    form = ClaimFilterForm(
        request.GET,
        options={
            "split": [(part, part) for part in parts],
            "verdict": [
                (name, names.verdict(name))
                for name in selectors.values_of(release, "verdict", parts)
            ],
            "challenge": [
                (name, names.tag(name)) for name in selectors.values_of(release, "challenge", parts)
            ],
            "evidence_kind": [(kind, str(label)) for kind, label in KINDS],
            **(
                {"is_unresolved": [(value, str(label)) for value, label in RESOLVED]}
                if is_imported
                else {}
            ),
        },
    )
    is_valid = form.is_valid()
    filters = form.filters() if is_valid else {}
    text = form.cleaned_data["text"] if is_valid else ""
    items = selectors.items_of(release, parts, filters, text)
    page = RowPaginator(items, CLAIMS_A_PAGE).get_page(request.GET.get("page"))
    kinds = dict(KINDS)
    context = {
        "release": release,
        "form": form,
        "page": page,
        "filters": filters,
        "rows": [
            {
                "item": item,
                "text": selectors.text_of(item),
                "verdict": shown_verdict(protocol, item.verdict),
                "challenge": names.tag(item.challenge) if item.challenge else "",
                "kind": kinds.get(item.evidence_kind, item.evidence_kind),
            }
            for item in page
        ],
    }
    return render_tab(
        request, access, TAB, "releases/claims.html", context, status=200 if is_valid else 400
    )


@require_safe
def claim_detail(
    request: HttpRequest, public_id: UUID, version: int, record_id: int
) -> HttpResponse:
    """Show one claim with its evidence, each piece with its context."""
    access, release = release_for(request, public_id, version)
    _need_ready(release)
    if is_closed_to(access, release):
        return show_withdrawn(request, access, release)
    parts = selectors.readable_parts(release, internal=sees_internal(access))
    item = (
        selectors.items_of(release, parts, {})
        .filter(record_id=record_id)
        .select_related("release__campaign__corpus")
        .first()
    )
    if item is None:
        raise Http404
    protocol = protocol_of(release.campaign)
    names = ProtocolLabels.of(protocol)
    context = {
        "release": release,
        "item": item,
        "shown": selectors.shown_claim(item),
        "verdict": shown_verdict(protocol, item.verdict),
        "challenge": names.tag(item.challenge) if item.challenge else "",
    }
    return render_tab(request, access, TAB, "releases/claim.html", context)


def _need_ready(release: Release) -> None:
    if release.state != Release.State.READY:
        raise Http404
