"""The table programs of a claim: what the verifier makes of it, and what people make of that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.roles import Area
from annotation.models import Claim, ClaimVersion
from annotation.selectors.verifying.desk import shown_verdict
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.protocols import protocol_of
from core.http import REFUSED, read_form
from quality.forms import ProgramRequest
from quality.messages import notation_fault
from quality.models import Objection, ProgramReading
from quality.selectors.claim_tables import (
    ClaimTable,
    TablePlace,
    read_claim_table,
    readings_of,
    tables_of,
)
from quality.services import programs as services
from verifier.tables.notation import MOST_CHARACTERS, NotationError
from verifier.tables.notation.functions import FUNCTIONS

if TYPE_CHECKING:
    from quality.selectors.claim_programs import ClaimProgram, OfferedPrograms

# Rows of the table that are shown; of a longer one, those that the program touches come first.
MOST_ROWS = 50
_STATES = {
    "confirm": ProgramReading.State.CONFIRMED,
    "reject": ProgramReading.State.REJECTED,
    "correct": ProgramReading.State.CORRECTED,
}
PREVIEW = "preview"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def programs(request: HttpRequest, public_id: UUID, claim_id: UUID) -> HttpResponse:
    """Show the likeliest programs over a table of a claim; store what a person makes of them."""
    # It loads NumPy.
    from quality.selectors.claim_programs import OfferedPrograms, offered_programs

    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    joined = Claim.objects.select_related("campaign__corpus")
    claim = get_object_or_404(joined, campaign=access.campaign, public_id=claim_id)
    version = ClaimVersion.objects.filter(claim=claim).order_by("-number")[0]
    version.claim = claim
    places = tables_of(claim)
    place = _chosen(request, places)
    corpus = access.campaign.corpus
    table = read_claim_table(corpus, place) if corpus is not None and place else None
    offered = offered_programs(version.text, table) if table else OfferedPrograms()
    page = _ProgramPage(access, version, place, table, offered)
    if request.method == "POST":
        answer = page.answer(read_form(request, ProgramRequest))
        if answer is not None and place is not None:
            messages.success(request, answer)
            return HttpResponseRedirect(_address(access, claim, place))
    context = page.context(places)
    status = REFUSED if page.error else 200
    return render(request, "quality/programs.html", context, status=status)


def _chosen(request: HttpRequest, places: list[TablePlace]) -> TablePlace | None:
    """Return the table that the address names, or the first one."""
    page, address = request.GET.get("page"), request.GET.get("table")
    if page is None and address is None:
        return places[0] if places else None
    for place in places:
        if (place.page, place.address) == (page, address):
            return place
    raise Http404


def _address(access: CampaignAccess, claim: Claim, place: TablePlace) -> str:
    here = reverse("claim-programs", args=[access.campaign.public_id, claim.public_id])
    return f"{here}?{urlencode({'page': place.page, 'table': place.address})}"


class _ProgramPage:
    """The page of a claim's programs over one table, and an answer to it."""

    def __init__(
        self,
        access: CampaignAccess,
        version: ClaimVersion,
        place: TablePlace | None,
        table: ClaimTable | None,
        offered: OfferedPrograms,
    ) -> None:
        self.access = access
        self.version = version
        self.place = place
        self.table = table
        self.offered = offered
        self.error = ""
        self.sent = ProgramRequest()
        self.preview: ClaimProgram | None = None

    def answer(self, sent: ProgramRequest) -> str | None:
        """Store an answer and return what to say; else set the error or the preview."""
        from quality.selectors.claim_programs import NoResultError, program_of

        self.sent = sent
        if self.table is None:
            self.error = _("There is no table to which a program could belong.")
            return None
        try:
            if sent.action == PREVIEW:
                self.preview = program_of(sent.text, self.table)
                return None
            if sent.action not in _STATES:
                self.error = _("Choose what to do with the program.")
                return None
            reading = services.store_reading(
                version=self.version,
                table=self.table,
                offered=self.offered,
                state=_STATES[sent.action],
                text=self._text(sent),
                seen=sent.seen,
                by=self.access.person,
                now=timezone.now(),
            )
        except NotationError as fault:
            self.error = notation_fault(fault.fault, fault.at, fault.about)
        except NoResultError:
            self.error = _("The program has no result: no row, or no number, to compute it from.")
        except services.ChangedMeanwhileError:
            self.error = _(
                "The claim, the table, the verifier’s programs or your answer changed since this"
                " page was shown. Nothing was saved: look at it as it is now."
            )
        except services.NothingOfferedError:
            self.error = _("The verifier offers no program here. Write the right one.")
        else:
            return _("Saved: %(state)s.") % {"state": reading.get_state_display()}
        return None

    def _text(self, sent: ProgramRequest) -> str:
        """Return the program of a correction: the chosen one, else the written one."""
        if sent.chosen.isdecimal() and len(sent.chosen) < 3:
            place = int(sent.chosen)
            if place < len(self.offered.programs):
                return self.offered.programs[place].text
        return sent.text

    def context(self, places: list[TablePlace]) -> dict[str, Any]:
        campaign, claim, table = self.access.campaign, self.version.claim, self.table
        own = services.own_reading(claim, table, self.access.person) if table else None
        first = self.offered.first
        cells = (self.preview or first or _nothing()).cells
        return {
            "campaign": campaign,
            "claim": claim,
            "text": self.version.text,
            "objection": self._objection(),
            "places": [(place, _address(self.access, claim, place)) for place in places],
            "place": self.place,
            "source": table.source if table else None,
            "columns": list(enumerate(table.source.header, start=1)) if table else [],
            "rows": _rows(table, frozenset(cells)) if table else [],
            "total": len(table.source.rows) if table else 0,
            "offered": list(enumerate(self.offered.programs)),
            "first": first,
            "own": own,
            "is_outdated": own is not None
            and table is not None
            and (own.claim_version_id, own.table_digest) != (self.version.pk, table.digest),
            "readings": readings_of(claim),
            "seen": services.seen_digest(self.version, table, self.offered, own) if table else "",
            "sent": self.sent,
            "typed": self.sent.text or (own.program if own else ""),
            "preview": self.preview,
            "error": self.error,
            "longest": MOST_CHARACTERS,
            "functions": [
                (name, ", ".join(function.takes)) for name, function in FUNCTIONS.items()
            ],
        }

    def _objection(self) -> dict[str, Any] | None:
        found = Objection.objects.filter(claim=self.version.claim).select_related("version").first()
        if found is None:
            return None
        protocol = protocol_of(self.access.campaign)
        return {
            "counts": shown_verdict(protocol, found.version.verdict),
            "verdict": shown_verdict(protocol, found.verdict),
            "percent": int(100 * found.probability),
        }


def _nothing() -> ClaimProgram:
    from quality.selectors.claim_programs import ClaimProgram

    return ClaimProgram("", "", False, ())


def _rows(table: ClaimTable, touched: frozenset[str]) -> list[list[tuple[str, bool]]]:
    """Return rows of cells and whether the program touches them, in the order of the table."""
    lines = list(zip(table.source.rows, table.source.addresses, strict=True))
    order = sorted(range(len(lines)), key=lambda row: not touched.intersection(lines[row][1]))
    shown = sorted(order[:MOST_ROWS])
    return [
        [(text, address in touched) for text, address in zip(*lines[row], strict=True)]
        for row in shown
    ]
