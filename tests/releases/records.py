"""Claims as releases know them, for the tests: fixed ones and random ones."""

from __future__ import annotations

from hypothesis import strategies as st

from campaigns.protocols.protocol import Protocol
from releases import formats
from releases.dataset.rules.cards import CardAnswers
from releases.dataset.rules.choices import Choices
from releases.dataset.rules.frozen_counts import FrozenCounts
from releases.dataset.rules.records import Act, EvidencePiece, EvidencePieces, Record
from releases.dataset.rules.splits import RequestedPart
from releases.formats.feverous.claims import CHALLENGES, OPERATIONS
from releases.formats.labels import LABELS
from releases.papers.facts import ReleaseFacts

CELL = EvidencePiece(
    "Aare", "cell_0_9_1", ("title", "header_cell_0_9_0", "header_cell_0_5_0"), "288 km"
)
SENTENCE = EvidencePiece("Aare", "sentence_2", ("title",), "It is 288 km long.")
ACTS = (
    Act("started", 0, {}),
    Act("searched", 0.78, {"query": "Aare"}),
    Act("heartbeat", 15, {}),
    Act("page_opened", 16.5, {"title": "Aare"}),
    Act("element_selected", 148, {"page": "Aare", "address": "cell_0_9_1"}),
    Act("submitted", 150.25, {}),
)
RECORD = Record(
    id=1,
    claim="The Aare is 288 km long.",
    verdict="supported",
    sets=((CELL, SENTENCE),),
    tags={"challenge": "numerical_reasoning"},
    acts=ACTS,
    split="dev",
)

# No control characters and no lone surrogates; "_" would end a title.
texts = st.text(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="_"), max_size=30)
titles = st.sampled_from(
    ("Aare", "Łódź", "Île de la Cité", "Amy (film)", "1996: [a] “test”", "\U0001f30a Ångström")
)
numbers = st.integers(0, 40)
sentences = st.builds(
    lambda page, n: EvidencePiece(page, f"sentence_{n}", ("title", "section_1")), titles, numbers
)
others = st.one_of(
    st.builds(
        lambda page, r, c: EvidencePiece(
            page, f"cell_0_{r}_{c}", ("title", f"header_cell_0_0_{c}")
        ),
        titles,
        numbers,
        numbers,
    ),
    st.builds(lambda page, n: EvidencePiece(page, f"item_1_{n}", ("title",)), titles, numbers),
    st.builds(
        lambda page, n: EvidencePiece(page, f"table_caption_{n}", ("title",)), titles, numbers
    ),
)


def sets_of(
    pieces: st.SearchStrategy[EvidencePiece],
) -> st.SearchStrategy[tuple[EvidencePieces, ...]]:
    piece_sets = st.lists(pieces, min_size=1, max_size=6, unique_by=lambda piece: piece.id).map(
        tuple
    )
    return st.lists(piece_sets, min_size=1, max_size=3).map(tuple)


acts = st.one_of(
    st.builds(
        Act,
        st.sampled_from(sorted(OPERATIONS.keys() - {"element_selected", "element_deselected"})),
        st.integers(0, 10**6).map(lambda n: n / 100),
        st.fixed_dictionaries({"value": texts.filter(bool)}),
    ),
    st.builds(
        lambda kind, piece, n: Act(kind, n, {"page": piece.page, "address": piece.address}),
        st.sampled_from(("element_selected", "element_deselected")),
        sentences,
        st.integers(0, 5000),
    ),
)
records = st.builds(
    Record,
    id=st.integers(0, 2**63 - 1),
    claim=texts.filter(bool),
    verdict=st.sampled_from(sorted(LABELS)),
    sets=sets_of(st.one_of(sentences, others)),
    tags=st.sampled_from(sorted(CHALLENGES)).map(lambda name: {"challenge": name}),
    acts=st.lists(acts, max_size=8).map(tuple),
)


def facts_of(protocol: Protocol) -> ReleaseFacts:
    """Return the facts of a release of an import, of which nothing is known but its design."""
    return ReleaseFacts(
        campaign="Imported",
        version=1,
        note="",
        origin="imported",
        is_demonstration=False,
        protocol=protocol,
        choices=Choices(formats=tuple(formats.FORMATS), parts=(RequestedPart("train"),)),
        seed="seed",
        code_version="",
        data_until="",
        frozen_on="2026-03-14",
        corpus="",
        source="",
        source_url="",
        licence="",
        card=CardAnswers(),
        people=None,
        frozen=FrozenCounts(),
        difference=None,
        guidelines=(),
        used_pages=lambda titles: [],
    )
