"""The description of a dataset, counted as the FEVEROUS paper counts."""

from __future__ import annotations

from quality.measuring.columns import (
    CampaignData,
    EvidenceElements,
    MeasuredClaim,
    MeasuredVerification,
)
from quality.measuring.description import describe
from tests.quality.generated import START, VERDICTS

# Two tables of three rows and two columns, the first row of each being headers.
ADDRESSES = (
    (1, "sentence_0"),
    (1, "sentence_4"),
    (1, "cell_0_1_0"),
    (1, "cell_0_1_1"),
    (1, "cell_0_2_0"),
    (2, "header_cell_0_0_1"),
    (2, "item_0_3"),
    (2, "table_caption_0"),
)


def claim(pk: int, **changes: object) -> MeasuredClaim:
    given: dict[str, object] = {
        "text": "One two three four.",
        "slot": "type_1",
        "prescribed": {},
        "intended": "",
        "expected_challenge": "",
        "source": "table",
        "group": pk,
        "active_ms": 30_000,
    }
    return MeasuredClaim(pk=pk, **(given | changes))  # type: ignore[arg-type]


def verification(
    claim: int, verdict: str, *, scope: tuple[str, ...] = (), challenge: str = ""
) -> MeasuredVerification:
    return MeasuredVerification(
        claim, "a", claim, verdict, challenge, START, 60_000, scope, is_adjudication=False
    )


def described() -> CampaignData:
    return CampaignData(
        verdicts=VERDICTS,
        claims=[
            claim(1, intended="supported", expected_challenge="other"),
            claim(2, prescribed={"scope": "same_page", "verdict": "refuted"}),
            claim(3),
        ],
        verifications=[
            verification(1, "refuted", challenge="numerical_reasoning"),
            verification(2, "refuted", scope=("highlight", "other_pages")),
        ],
        # Sentences, then a whole row with one cell of the next; a list item with a caption.
        evidence={1: ((0, 1), (2, 3, 4)), 2: ((0, 5, 6, 7),)},
        elements=EvidenceElements(
            [page for page, _ in ADDRESSES],
            [address for _, address in ADDRESSES],
            {(1, 0): (3, 2), (2, 0): (3, 2)},
        ),
        counting={1: 1, 2: 2},
        skips={"write": {"formatting": 2}},
        reports={"ambiguous": 1},
        reported_claims=1,
        corpus={"pages": 9, "sentences": 40, "tables": 3, "lists": 1},
    )


def test_evidence_is_counted_by_set_and_elements_by_claim() -> None:
    result = describe(described(), tick=lambda section: None)
    assert (result.claims, result.verified_claims) == (3, 2)
    assert result.evidence_sets == 3
    assert result.sets_by_kind == {"sentences": 1, "tables": 1, "combined": 1}
    assert result.sentences_a_claim == 1.5
    assert result.cells_a_claim == 2.0
    assert (result.items_a_claim, result.captions_a_claim) == (0.5, 0.5)
    # Table 0 of page 1; table 0 and list 0 of page 2.
    assert result.tables_a_claim == 1.5


def test_properties_of_claims_are_shares_of_the_verified_ones() -> None:
    result = describe(described(), tick=lambda section: None)
    shares = {
        name: (getattr(result, name).numerator, getattr(result, name).items)
        for name in (
            "alternative_sets",
            "several_sentences",
            "several_pages",
            "whole_rows",
            "whole_columns",
        )
    }
    assert shares == {
        "alternative_sets": (1, 2),
        "several_sentences": (1, 2),
        "several_pages": (1, 2),
        "whole_rows": (1, 2),
        # Column 0 without its header, which needs no selection.
        "whole_columns": (1, 2),
    }


def test_what_was_asked_for_is_crossed_with_what_was_found() -> None:
    result = describe(described(), tick=lambda section: None)
    assert result.challenges == {"other": {"numerical_reasoning": 1}}
    assert result.intended_verdicts == {"refuted": {"refuted": 1}, "supported": {"refuted": 1}}
    assert result.scopes == {"same_page": {"several_pages": 1}}
    assert result.verdicts == {"supported": 0, "refuted": 2, "not_enough_information": 0}


def test_writing_is_timed_once_for_each_highlight() -> None:
    # Two highlights of one page: three claims of the first, one of the second.
    claims = [
        claim(pk, group=7, highlight=1 + pk // 3, active_ms=10_000 * (1 + pk // 3))
        for pk in range(4)
    ]
    data = described()
    data = type(data)(
        **{name: getattr(data, name) for name in data.__slots__}
        | {"claims": claims, "verifications": [], "counting": {}}
    )
    found = describe(data, tick=lambda section: None).writing_seconds["table"]
    assert (found.items, found.mean) == (2, 15.0)


def test_writing_is_timed_with_and_without_feedback() -> None:
    arms = ("shown", "shown", "withheld", "")
    claims = [
        claim(pk, highlight=pk // 2 + 1 + pk, active_ms=10_000 * (1 + pk), feedback=arm)
        for pk, arm in enumerate(arms)
    ]
    data = described()
    data = type(data)(
        **{name: getattr(data, name) for name in data.__slots__}
        | {"claims": claims, "verifications": [], "counting": {}}
    )
    found = describe(data, tick=lambda section: None).writing_by_feedback
    assert {name: (one.items, one.mean) for name, one in found.items()} == {
        "shown": (2, 15.0),
        "withheld": (1, 30.0),
    }


def test_times_lengths_positions_and_counts_are_described() -> None:
    result = describe(described(), tick=lambda section: None)
    assert (result.claim_tokens.mean, result.claim_tokens.items) == (4.0, 3)
    assert result.writing_seconds["table"].median == 30.0
    assert (result.verifying_seconds["type_1"].mean, result.verifying_seconds["type_1"].items) == (
        60.0,
        2,
    )
    assert result.positions == {"0": 4, "1": 3, "3": 2, "5": 0, "10": 0, "20": 0, "50": 0}
    assert result.skips == {"write": {"formatting": 2}}
    assert (result.reports, result.reported_claims) == ({"ambiguous": 1}, 1)
    assert result.corpus["sentences"] == 40
