"""Designs as data for tests: two of the literature that do not ship yet, and an invented one."""

from __future__ import annotations

from fractions import Fraction

from campaigns.protocols import check_names as check
from campaigns.protocols.enums import (
    Dealing,
    Look,
    ResolutionRule,
    SlotContent,
    SourceKind,
    SplitUnit,
    StageKind,
    Unit,
)
from campaigns.protocols.judging import (
    Acceptance,
    Depth,
    Derivation,
    EvidenceRule,
    Export,
    Inverse,
    Redundancy,
    Resolution,
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

PARTS = (
    SplitPart(name="train", share=Fraction(8, 10)),
    SplitPart(name="dev", share=Fraction(1, 10)),
    SplitPart(name="test", share=Fraction(1, 10)),
)

# Two claim types, verdicts of its own, no challenges, no evidence (docs/protocols.md).
RUMOURS = Protocol(
    name="rumours",
    title="Rumours",
    summary="Two kinds of statement from a table, judged at sight.",
    sources=(
        Source(
            name="table",
            label="Table",
            kind=SourceKind.TABLE,
            unit=Unit.TABLE,
            least_rows=3,
            most_rows=20,
        ),
    ),
    factors=(
        Factor(
            name="tone",
            label="Tone",
            dealt=Dealing.QUOTA,
            values=(
                Value(name="plain", label="Plain", share=Fraction(3, 4)),
                Value(name="surprising", label="Surprising", share=Fraction(1, 4)),
            ),
        ),
    ),
    stages=(
        Stage(
            name="tell",
            label="Tell",
            kind=StageKind.WRITE,
            inputs=(SOURCE,),
            slots=(
                Slot(
                    name="whisper",
                    label="Whisper",
                    instruction="Say something about the table.",
                    factors=("tone",),
                    asks=(VERDICT,),
                    checks=(check.SENTENCE, check.DUPLICATE),
                ),
                Slot(
                    name="echo",
                    label="Echo",
                    instruction="Pass it on, a little changed.",
                    based_on=("whisper",),
                    asks=(VERDICT,),
                    checks=(check.SENTENCE, check.UNCHANGED),
                ),
            ),
        ),
        Stage(
            name="judge",
            label="Judge",
            kind=StageKind.VERIFY,
            inputs=("tell",),
        ),
    ),
    verdicts=Verdicts(
        choices=(
            Choice(name="believed", label="Believed"),
            Choice(name="doubted", label="Doubted"),
        )
    ),
    evidence=EvidenceRule(
        look=Look.OPEN,
        sets=(
            SetLimits(verdict="believed", least=0, most=0),
            SetLimits(verdict="doubted", least=0, most=0),
        ),
    ),
    redundancy=Redundancy(verifications=3),
    resolution=Resolution(rule=ResolutionRule.MAJORITY, otherwise=ResolutionRule.FIRST),
    export=Export(format="plain", split_unit=SplitUnit.TABLE, parts=PARTS),
)


# TabFact, section 2: two channels of five entailed statements a table; refuted ones by rewriting,
# without naive negations; one statement of each five reviewed; all filtered afterwards.
TABFACT = Protocol(
    name="tabfact",
    title="TabFact",
    summary="Statements about one table, entailed by writing and refuted by rewriting.",
    sources=(
        Source(
            name="table",
            label="Table",
            kind=SourceKind.TABLE,
            unit=Unit.TABLE,
            most_rows=49,
            most_columns=9,
        ),
    ),
    factors=(
        Factor(
            name="channel",
            label="Channel",
            dealt=Dealing.QUOTA,
            values=(
                Value(name="simple", label="Simple", share=Fraction(1, 2)),
                Value(name="complex", label="Complex", share=Fraction(1, 2)),
            ),
        ),
    ),
    stages=(
        Stage(
            name="write",
            label="Write",
            kind=StageKind.WRITE,
            inputs=(SOURCE,),
            slots=(
                Slot(
                    name="entailed",
                    label="Entailed statements",
                    instruction="Five statements that the table shows to be true.",
                    least=5,
                    most=5,
                    factors=("channel",),
                    verdict="entailed",
                    checks=(check.SENTENCE, check.DUPLICATE, check.VAGUE),
                ),
            ),
        ),
        Stage(
            name="rewrite",
            label="Rewrite",
            kind=StageKind.REWRITE,
            inputs=("write",),
            slots=(
                Slot(
                    name="refuted",
                    label="Refuted statement",
                    instruction="Rewrite it so that the table refutes it, in the same style.",
                    verdict="refuted",
                    checks=(check.SENTENCE, check.UNCHANGED, check.BARE_NEGATION),
                ),
            ),
        ),
        Stage(
            name="filter",
            label="Filter",
            kind=StageKind.REVIEW,
            inputs=("write", "rewrite"),
        ),
        Stage(
            name="verify",
            label="Verify",
            kind=StageKind.VERIFY,
            inputs=("filter",),
        ),
    ),
    verdicts=Verdicts(
        choices=(
            Choice(name="entailed", label="Entailed"),
            Choice(name="refuted", label="Refuted"),
        )
    ),
    evidence=EvidenceRule(
        look=Look.GIVEN,
        sets=(
            SetLimits(verdict="entailed", least=0, most=0),
            SetLimits(verdict="refuted", least=0, most=0),
        ),
    ),
    # The verdict is known by construction; a sample is verified five times to measure agreement.
    redundancy=Redundancy(
        verifications=0, duplicates=Fraction(1, 118), depths=(Depth(total=5, share=Fraction(1)),)
    ),
    resolution=Resolution(rule=ResolutionRule.BY_CONSTRUCTION),
    acceptance=Acceptance(
        reasons=(
            Choice(name="typos", label="Typing or grammatical errors"),
            Choice(name="vague", label="Vague"),
            Choice(name="undecided", label="Neither shown nor contradicted by the table"),
        ),
        sampled=1,
        filtered=1,
    ),
    export=Export(format="tabfact", split_unit=SplitUnit.TABLE, parts=PARTS),
)

# FEVER Symmetric, section 3: a contrary pair to a verified pair; four pairs come of the two.
SYMMETRIC = Protocol(
    name="symmetric",
    title="Symmetric",
    summary="A contrary pair for each verified pair, then each claim with the other's evidence.",
    sources=(
        Source(
            name="pair",
            label="Verified pair",
            kind=SourceKind.VERIFIED_PAIR,
            unit=Unit.PAIR,
        ),
    ),
    factors=(),
    stages=(
        Stage(
            name="write",
            label="Write",
            kind=StageKind.WRITE,
            inputs=(SOURCE,),
            slots=(
                Slot(
                    name="contrary",
                    label="Contrary pair",
                    instruction="Write a claim and its evidence that contradict the given ones.",
                    writes=SlotContent.PAIR,
                    verdict=INPUT,
                    checks=(check.SENTENCE, check.UNCHANGED),
                ),
            ),
        ),
    ),
    verdicts=Verdicts(
        choices=(
            Choice(name="supported", label="Supported"),
            Choice(name="refuted", label="Refuted"),
        )
    ),
    evidence=EvidenceRule(
        look=Look.GIVEN,
        written=True,
        sets=(
            SetLimits(verdict="supported", least=1, most=1),
            SetLimits(verdict="refuted", least=1, most=1),
        ),
    ),
    redundancy=Redundancy(verifications=0),
    resolution=Resolution(rule=ResolutionRule.BY_CONSTRUCTION),
    derivation=Derivation(
        crossed_with="contrary",
        inverses=(
            Inverse(verdict="supported", becomes="refuted"),
            Inverse(verdict="refuted", becomes="supported"),
        ),
    ),
    export=Export(
        format="symmetric",
        split_unit=SplitUnit.CLAIM,
        parts=(SplitPart(name="test", share=Fraction(1)),),
    ),
)
