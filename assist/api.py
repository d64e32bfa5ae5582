"""The API of the verifier: a claim checked against a corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from rest_framework.request import Request

from accounts.logged_in import person_of
from assist.forms import LONGEST_CLAIM
from assist.messages import abstention_text, model_problem
from assist.selectors.access import checkable_corpora
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.struct_schemas import one_of
from core.api.views import ApiView
from search import SearchError
from wiki.models import Corpus

if TYPE_CHECKING:
    from assist.selectors.checking import CheckedTable, ClaimAnswer, ShownOpinion

LABELS = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")
ABSTENTIONS = ("no_words", "no_evidence", "unsure")
LabelName = Annotated[str, one_of(LABELS)]
Probability = Annotated[float, Meta(ge=0, le=1)]


class ClaimCheckParameters(Struct, frozen=True, kw_only=True):
    """The claim: one statement in English."""

    claim: Annotated[str, Meta(min_length=1, max_length=LONGEST_CLAIM, pattern=r"\S")]


class AbstentionAnswer(Struct, frozen=True):
    """The reason for which no verdict is given."""

    code: Annotated[str, one_of(ABSTENTIONS)]
    detail: str


class OpinionAnswer(Struct, frozen=True):
    """The label that a piece of evidence speaks for."""

    label: LabelName
    probability: Probability
    is_deciding: bool


class SentenceAnswer(Struct, frozen=True):
    """A sentence or list item that was read, under its sections, outermost first."""

    page: str
    address: str
    sections: list[str]
    text: str
    opinion: OpinionAnswer


class CellAnswer(Struct, frozen=True):
    """A cell; `is_touched` if the program used it."""

    address: str
    text: str
    is_touched: bool


class TableAnswer(Struct, frozen=True):
    """A table, the likeliest program over it in English, and the rows that the program used.

    The program is empty and there is no opinion if no program says anything about the claim.
    """

    page: str
    address: str
    sections: list[str]
    caption: str
    header: list[str]
    rows: list[list[CellAnswer]]
    program: str
    opinion: OpinionAnswer | None


class ClaimCheckAnswer(Struct, frozen=True):
    """The verdict with its evidence. With an abstention, the label is only the likeliest one."""

    claim: str
    model: int
    label: LabelName
    probability: Probability
    probabilities: dict[LabelName, Probability]
    abstention: AbstentionAnswer | None
    pages: list[str]
    sentences: list[SentenceAnswer]
    tables: list[TableAnswer]


class ClaimCheckView(ApiView):
    """The check of a claim, as on the page "Check a claim"."""

    corpus: Corpus

    def enter(self, request: Request, **arguments: Any) -> None:
        named = arguments["corpus_id"]
        checkable = checkable_corpora(person_of(request))
        if any(corpus.public_id == named for corpus in checkable.closed):
            title = _("You annotate in this corpus")
            detail = _("You annotate in a campaign on this corpus, which has to be closed first.")
            raise ApiProblem(403, "annotates_here", detail, title=title)
        found = next((one for one in checkable.corpora if one.public_id == named), None)
        if found is None:
            raise Http404
        self.corpus = found

    @operation(
        "claim_check",
        "Check a claim: pages, evidence, programs in English, and the verifier's verdict",
        tag="corpora",
        parameters=ClaimCheckParameters,
        answer=ClaimCheckAnswer,
        refusals=(422, 503),
    )
    def get(
        self, request: Request, corpus_id: UUID, *, parameters: ClaimCheckParameters
    ) -> ClaimCheckAnswer:
        # They load NumPy and the model, which no other address needs.
        from assist.selectors.checking import check_claim
        from assist.selectors.loaded import NoModelError

        try:
            checked = check_claim(corpus=self.corpus, claim=" ".join(parameters.claim.split()))
        except NoModelError as error:
            raise ApiProblem(503, "no_model", model_problem(error.code)) from error
        except SearchError as error:
            code = "search_unavailable" if error.status >= 500 else "search_refused"
            raise ApiProblem(error.status, code, str(error)) from error
        return _answer(checked)


def _answer(checked: ClaimAnswer) -> ClaimCheckAnswer:
    reason = checked.abstention
    return ClaimCheckAnswer(
        claim=checked.claim,
        model=checked.version.number,
        label=checked.label,
        probability=checked.probability,
        probabilities=dict(checked.probabilities),
        abstention=AbstentionAnswer(reason, abstention_text(reason)) if reason else None,
        pages=list(checked.pages),
        sentences=[
            SentenceAnswer(
                page=sentence.page,
                address=sentence.address,
                sections=list(sentence.sections),
                text=sentence.text,
                opinion=_opinion(sentence.opinion),
            )
            for sentence in checked.sentences
        ],
        tables=[_table(table) for table in checked.tables],
    )


def _opinion(opinion: ShownOpinion) -> OpinionAnswer:
    return OpinionAnswer(opinion.label, opinion.probability, opinion.is_deciding)


def _table(table: CheckedTable) -> TableAnswer:
    return TableAnswer(
        page=table.page,
        address=table.address,
        sections=list(table.sections),
        caption=table.caption,
        header=list(table.header),
        rows=[
            [CellAnswer(cell.address, cell.text, cell.is_touched) for cell in row]
            for row in table.rows
        ],
        program=table.english,
        opinion=_opinion(table.opinion) if table.opinion else None,
    )
