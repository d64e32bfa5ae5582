"""FEVER (Thorne et al., 2018): claims from one introduction sentence and a dictionary, and all six
mutations of each; verified against introductions.

Numbers and rules are those of the paper's sections 3 and 5.1; where it is silent, a comment says
what we chose. Texts on screen are ours.
"""

from __future__ import annotations

from fractions import Fraction

from campaigns.protocols import check_names as check
from campaigns.protocols.enums import (
    Dealing,
    Effect,
    ElementKind,
    Look,
    Polarity,
    ResolutionRule,
    SourceKind,
    SplitUnit,
    StageKind,
    Unit,
)
from campaigns.protocols.judging import (
    Acceptance,
    Answer,
    Depth,
    EvidenceRule,
    Export,
    GuidelineQuestion,
    Redundancy,
    Resolution,
    SetLimits,
    SplitPart,
    Verdicts,
)
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import SOURCE, Choice, Factor, Slot, Source, Stage, Value

SUPPORTED, REFUTED, NOT_ENOUGH = "supported", "refuted", "not_enough_information"

MUTATION = Factor(
    name="mutation",
    label="Mutation",
    # All six at once: seeing them side by side kept people from negating by a mere "not".
    dealt=Dealing.EACH,
    values=(
        Value(
            name="paraphrasing",
            label="Paraphrase",
            effect=Effect.REWORDED,
            hint="Say the same in other words.",
        ),
        Value(
            name="negation",
            label="Negate",
            effect=Effect.NEGATED,
            hint="Turn the meaning around, with more than a “not”.",
        ),
        Value(
            name="similar_substitution",
            label="Substitute something similar",
            effect=Effect.EXCHANGED,
            hint="Put another thing, or another relation, of the same kind.",
        ),
        Value(
            name="dissimilar_substitution",
            label="Substitute something dissimilar",
            effect=Effect.EXCHANGED,
            hint="Put a thing, or a relation, of another kind.",
        ),
        Value(
            name="more_specific",
            label="Make it more specific",
            effect=Effect.NARROWER,
            hint="Add or sharpen a detail.",
        ),
        Value(
            name="more_general",
            label="Make it more general",
            effect=Effect.WIDER,
            hint="Loosen a detail.",
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
            name="claim",
            label="Claim",
            instruction=(
                "State one fact about the page's subject, from the sentence and, if you like, "
                "from the dictionary."
            ),
            # "A set of claims": the paper gives no number.
            least=1,
            most=5,
            checks=(*ALWAYS, check.COPY),
        ),
        Slot(
            name="mutated",
            label="Mutated claim",
            instruction="Change each claim in all six ways.",
            based_on=("claim",),
            factors=("mutation",),
            checks=(*ALWAYS, check.UNCHANGED, check.MUTATION, check.BARE_NEGATION),
        ),
    ),
    skip_reasons=(
        Choice(name="no_facts", label="The sentence states nothing that can be verified"),
        Choice(name="formatting", label="The sentence is badly formatted"),
        Choice(name="other", label="Something else"),
    ),
)

VERIFY = Stage(
    name="verify",
    label="Verify claims",
    kind=StageKind.VERIFY,
    inputs=("write",),
    skip_reasons=(
        Choice(name="too_hard", label="I cannot decide this one"),
        Choice(name="other", label="Something else"),
    ),
)

VERDICTS = Verdicts(
    choices=(
        Choice(
            name=SUPPORTED,
            label="Supported",
            hint="The sentences are strong reason to believe the claim.",
        ),
        Choice(
            name=REFUTED,
            label="Refuted",
            hint="The sentences are strong reason to believe that it is false.",
        ),
        Choice(
            name=NOT_ENOUGH,
            label="Not enough information",
            hint="No amount of information on these pages decides it.",
        ),
    ),
    question=GuidelineQuestion(
        text=(
            "Given only the sentences you selected, and nothing else that you know, do they give "
            "you strong reason for this verdict?"
        ),
        asked_for=(SUPPORTED, REFUTED),
        answers=(
            Answer(name="yes", label="Yes"),
            Answer(name="no", label="No", verdict=NOT_ENOUGH),
        ),
    ),
)

PROTOCOL = Protocol(
    name="fever",
    title="FEVER",
    summary="Short claims from one sentence, in six mutations, verified against introductions.",
    sources=(
        Source(
            name="sentence",
            label="Introduction sentence",
            kind=SourceKind.INTRODUCTION_SENTENCE,
            unit=Unit.SENTENCE,
            dictionary=True,
        ),
    ),
    factors=(MUTATION,),
    stages=(WRITE, VERIFY),
    verdicts=VERDICTS,
    evidence=EvidenceRule(
        look=Look.INTRODUCTIONS,
        elements=(ElementKind.SENTENCE,),
        sets=(
            # The paper sets no limit; ten is the most that a desk shows.
            SetLimits(verdict=SUPPORTED, least=1, most=10),
            SetLimits(verdict=REFUTED, least=1, most=10),
            SetLimits(verdict=NOT_ENOUGH, least=0, most=0),
        ),
        polarity=Polarity.BY_SET,
    ),
    redundancy=Redundancy(
        verifications=1,
        duplicates=Fraction(4, 100),
        depths=(
            Depth(total=2, share=Fraction(0)),
            Depth(total=3, share=Fraction(0)),
            Depth(total=5, share=Fraction(1)),
        ),
        experts=Fraction(1, 100),
    ),
    # The paper does not say which of five verdicts counts: we take what most of them say.
    resolution=Resolution(rule=ResolutionRule.MAJORITY, otherwise=ResolutionRule.ADJUDICATED),
    acceptance=Acceptance(
        reasons=(
            Choice(name="typos", label="With typing errors"),
            Choice(name="ambiguous", label="Too vague or ambiguous"),
            Choice(name="tautological", label="Tautological or self-contradictory"),
            Choice(name="other", label="Other"),
        )
    ),
    export=Export(
        format="fever",
        split_unit=SplitUnit.PAGE,
        parts=(
            SplitPart(name="train", share=Fraction(8, 10)),
            SplitPart(name="dev", share=Fraction(1, 10)),
            SplitPart(name="test", share=Fraction(1, 10)),
        ),
    ),
)
