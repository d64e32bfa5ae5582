"""FEVEROUS (Aly et al., 2021): claims from four sentences or a table, verified against all pages.

Numbers and rules are those of the paper's sections 3.1, 3.2 and 5.1; texts on screen are ours.
"""

from __future__ import annotations

from fractions import Fraction

from campaigns.protocols import check_names as check
from campaigns.protocols.enums import (
    Dealing,
    Effect,
    ElementKind,
    Grader,
    Look,
    Measure,
    ResolutionRule,
    SourceKind,
    SplitUnit,
    StageKind,
    Unit,
)
from campaigns.protocols.judging import (
    Acceptance,
    Answer,
    Calibration,
    Depth,
    EvidenceRule,
    Export,
    GuidelineQuestion,
    Phase,
    Redundancy,
    Resolution,
    Screening,
    SetLimits,
    SplitPart,
    Verdicts,
)
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import (
    INPUT,
    SOURCE,
    VERDICT,
    Choice,
    Factor,
    Slot,
    Source,
    Stage,
    Value,
)

SUPPORTED, REFUTED, NOT_ENOUGH = "supported", "refuted", "not_enough_information"

SOURCES = (
    Source(
        name="sentences",
        label="Four sentences",
        kind=SourceKind.SENTENCE_RUN,
        unit=Unit.PAGE,
        share=Fraction(1, 3),
        sentences=4,
    ),
    Source(
        name="table",
        label="Table",
        kind=SourceKind.TABLE,
        unit=Unit.PAGE,
        share=Fraction(2, 3),
        least_rows=5,
        most_rows=50,
    ),
)

FACTORS = (
    # Only the first claim's verdict is prescribed: left alone, people write what is true.
    Factor(
        name=VERDICT,
        label="Verdict",
        dealt=Dealing.QUOTA,
        values=(
            Value(
                name=SUPPORTED,
                label="Supported",
                share=Fraction(1, 2),
                hint="Write what the highlight shows to be so.",
                example="Three of the five larger tributaries of the Aare join it on the right.",
            ),
            Value(
                name=REFUTED,
                label="Refuted",
                share=Fraction(1, 2),
                hint="Write what is plausible, but wrong by the highlight.",
                example="The Saane is the longest of the larger tributaries of the Aare.",
            ),
        ),
    ),
    Factor(
        name="scope",
        label="Scope",
        dealt=Dealing.QUOTA,
        values=(
            Value(
                name="same_page",
                label="This page only",
                share=Fraction(1, 2),
                hint="Everything that the claim says is on this page.",
                example="The Aare, which the Emme joins near Solothurn, passes Thun before Bern.",
            ),
            Value(
                name="several_pages",
                label="Several pages",
                share=Fraction(1, 2),
                hint="The claim needs at least one other page as well.",
                example=(
                    "The longest right-bank tributary of the Aare leaves Lake Lucerne beneath the"
                    " Chapel Bridge."
                ),
            ),
        ),
    ),
    Factor(
        name="mutation",
        label="Mutation",
        dealt=Dealing.QUOTA,
        values=(
            Value(
                name="more_specific",
                label="More Specific",
                share=Fraction(15, 100),
                effect=Effect.NARROWER,
                hint="Add or sharpen a detail, so that the claim says more.",
                example="“… a left-bank tributary” becomes “… a left-bank tributary of 126 km”.",
            ),
            Value(
                name="generalization",
                label="Generalization",
                share=Fraction(15, 100),
                effect=Effect.WIDER,
                hint="Loosen a detail, so that the claim says less.",
                example="“… the Saane, 126 km long …” becomes “… a tributary of over 100 km …”.",
            ),
            Value(
                name="negation",
                label="Negation",
                share=Fraction(30, 100),
                effect=Effect.NEGATED,
                hint="Turn the meaning around, with more than a “not”.",
                example="“The Reuss exceeds the Saane in length” becomes “… falls short of …”.",
            ),
            Value(
                name="paraphrasing",
                label="Paraphrasing",
                share=Fraction(10, 100),
                effect=Effect.REWORDED,
                hint="Say the same in other words.",
                example="“The Emme joins the Aare” becomes “The Aare takes up the Emme”.",
            ),
            Value(
                name="entity_substitution",
                label="Entity Substitution",
                share=Fraction(30, 100),
                effect=Effect.SUBSTITUTED,
                hint="Put another name, place, date or number of the same kind.",
                example="“… leaves Lake Lucerne …” becomes “… leaves Lake Thun …”.",
            ),
        ),
    ),
    Factor(
        name="challenge",
        label="Challenge",
        dealt=Dealing.FREE,
        values=(
            Value(
                name="multi_hop_reasoning",
                label="Multi-hop Reasoning",
                hint="Evidence from two or more sections or pages has to be put together.",
            ),
            Value(
                name="numerical_reasoning",
                label="Numerical Reasoning",
                hint="Something has to be counted, compared or calculated.",
            ),
            Value(
                name="entity_disambiguation",
                label="Entity Disambiguation",
                hint="A name in the claim can mean several things.",
            ),
            Value(
                name="combining_tables_and_text",
                label="Combining Tables and Text",
                hint="Neither the table nor the text is enough alone.",
            ),
            Value(
                name="search_terms_not_in_claim",
                label="Search terms not in claim",
                hint="The page that decides is not named in the claim.",
            ),
            Value(name="other", label="Other", hint="None of these, or nothing hard at all."),
        ),
    ),
)

ALWAYS = (check.SENTENCE, check.DUPLICATE, check.VAGUE, check.PRONOUN, check.GIVEAWAY)

WRITE = Stage(
    name="write",
    label="Write claims",
    kind=StageKind.WRITE,
    inputs=(SOURCE,),
    slots=(
        Slot(
            name="type_1",
            label="Type I",
            instruction="Use only the highlight and its context. Combine sentences or cells.",
            factors=(VERDICT,),
            asks=("challenge",),
            checks=(*ALWAYS, check.COPY, check.BEYOND),
        ),
        Slot(
            name="type_2",
            label="Type II",
            instruction=(
                "Go beyond the highlight: change your first claim or write a new one that still "
                "uses the highlight."
            ),
            # The writer says whether it is new or changes the first claim.
            based_on=(INPUT, "type_1"),
            factors=("scope",),
            asks=(VERDICT, "challenge"),
            checks=(*ALWAYS, check.UNCHANGED),
        ),
        Slot(
            name="type_3",
            label="Type III",
            instruction="Change your first or your second claim in the way that is asked for.",
            based_on=("type_1", "type_2"),
            factors=("mutation",),
            asks=(VERDICT, "challenge"),
            checks=(*ALWAYS, check.UNCHANGED, check.MUTATION, check.BARE_NEGATION),
        ),
    ),
    skip_reasons=(
        Choice(name="formatting", label="The highlight is badly formatted"),
        Choice(
            name="no_claims",
            label="It does not allow verifiable, unambiguous, objective claims",
        ),
        Choice(name="other", label="Something else"),
    ),
)

VERIFY = Stage(
    name="verify",
    label="Verify claims",
    kind=StageKind.VERIFY,
    inputs=("write",),
    asks=("challenge",),
    skip_reasons=(
        Choice(name="too_hard", label="I cannot decide this one"),
        Choice(name="conflict", label="I am too close to the subject"),
        Choice(name="other", label="Something else"),
    ),
)

VERDICTS = Verdicts(
    choices=(
        Choice(
            name=SUPPORTED,
            label="Supported",
            hint="The evidence shows every part of the claim.",
        ),
        Choice(
            name=REFUTED,
            label="Refuted",
            hint="The evidence shows that some part of the claim is wrong.",
        ),
        Choice(
            name=NOT_ENOUGH,
            label="Not enough information",
            hint="The pages do not settle it; the evidence is what comes closest.",
        ),
    ),
    question=GuidelineQuestion(
        text="Would you consider yourself misled by the claim, given the evidence you found?",
        asked_for=(REFUTED, NOT_ENOUGH),
        answers=(
            Answer(name="yes", label="Yes", verdict=REFUTED),
            Answer(name="no", label="No", verdict=NOT_ENOUGH),
        ),
    ),
)

REPORT_REASONS = (
    Choice(name="ungrammatical", label="Ungrammatical, or with typing errors"),
    Choice(name="unverifiable", label="Cannot be verified with any publicly available information"),
    Choice(name="not_factual", label="Not a factual statement"),
    Choice(name="ambiguous", label="Ambiguous"),
    Choice(name="tautological", label="Tautological or self-contradictory"),
    Choice(name="duplicate", label="Duplicate"),
    Choice(name="offensive", label="Offensive"),
    Choice(name="other", label="Other"),
)


def _phase(stage: str, number: int) -> Phase:
    by_manager = stage == "write"
    return Phase(
        name=f"{stage}_{number}",
        label=f"{'Writing' if by_manager else 'Verifying'}, phase {number}",
        stage=stage,
        items=10,
        graded_by=Grader.MANAGER if by_manager else Grader.GOLD,
        measures=(
            (Measure.GUIDELINES, Measure.TAGS)
            if by_manager
            else (
                Measure.VERDICT,
                Measure.EVIDENCE_PRECISION,
                Measure.EVIDENCE_RECALL,
                Measure.COMPLETE_SETS,
                Measure.TAGS,
            )
        ),
    )


PROTOCOL = Protocol(
    name="feverous",
    title="FEVEROUS",
    summary="Three claims from each highlight, verified with sentences, cells and list items.",
    sources=SOURCES,
    factors=FACTORS,
    stages=(WRITE, VERIFY),
    verdicts=VERDICTS,
    evidence=EvidenceRule(
        look=Look.OPEN,
        elements=tuple(ElementKind),
        # Evidence for "not enough" too, so that its presence does not tell the verdict.
        sets=tuple(SetLimits(verdict=name, least=1, most=3) for name in VERDICTS.names),
    ),
    redundancy=Redundancy(
        verifications=1,
        duplicates=Fraction(1, 10),
        depths=(
            Depth(total=2, share=Fraction(2, 3)),
            Depth(total=3, share=Fraction(1, 3)),
            Depth(total=5, share=Fraction(0)),
        ),
    ),
    # Duplicates measure agreement; they do not enter the dataset.
    resolution=Resolution(rule=ResolutionRule.FIRST),
    acceptance=Acceptance(reasons=REPORT_REASONS),
    calibration=Calibration(
        phases=tuple(_phase(stage, number) for stage in ("write", "verify") for number in (1, 2)),
        # The same for both, but verifying asks for more.
        screenings=(
            Screening(
                stage="write",
                label="Screening of writers",
                questions=10,
                threshold=Fraction(7, 10),
            ),
            Screening(
                stage="verify",
                label="Screening of verifiers",
                questions=10,
                threshold=Fraction(8, 10),
            ),
        ),
    ),
    export=Export(
        format="feverous",
        split_unit=SplitUnit.HIGHLIGHT,
        parts=(
            SplitPart(name="train", share=Fraction(8, 10)),
            SplitPart(name="dev", share=Fraction(1, 10)),
            SplitPart(name="test", share=Fraction(1, 10)),
        ),
    ),
)
