"""The concepts of verifying and releasing: verdicts, evidence, redundancy, calibration, export.

Checked when they are made, like everything in `work.py`. Pure: no Django.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from msgspec.structs import replace

from campaigns.protocols.concept import Concept, number, proportion, switch
from campaigns.protocols.enums import (
    ElementKind,
    Grader,
    Look,
    Measure,
    Polarity,
    ResolutionRule,
    SplitUnit,
)
from campaigns.protocols.needs import (
    Conflict,
    need,
    need_distinct,
    need_known,
    need_name,
    need_whole,
)
from campaigns.protocols.writing import Choice


class Answer(Concept, frozen=True, kw_only=True):
    """An answer to the guideline question, and the verdict it leads to, if it changes it."""

    name: str
    label: str
    verdict: str | None = None

    @property
    def key(self) -> str:
        return self.name


class GuidelineQuestion(Concept, frozen=True, kw_only=True):
    """A question that a person answers after choosing certain verdicts."""

    text: str
    asked_for: tuple[str, ...]
    answers: tuple[Answer, ...]


class Verdicts(Concept, frozen=True, kw_only=True):
    choices: tuple[Choice, ...]
    question: GuidelineQuestion | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(choice.name for choice in self.choices)

    def __post_init__(self) -> None:
        need(bool(self.choices), "There are no verdicts.")
        need_distinct(self.names, "Verdicts")
        if self.question is None:
            return
        need_known(self.question.asked_for, self.names, "Guideline question: the verdict")
        need(len(self.question.answers) > 1, "The guideline question needs two answers or more.")
        need_distinct((one.name for one in self.question.answers), "Answers")
        leads = [one.verdict for one in self.question.answers if one.verdict is not None]
        need_known(leads, self.names, "Guideline question: the verdict")


# The most that a design asks for, each with a key and a colour of its own.
MOST_SETS = 10
# Experts give as many as they find; more than this is no work of people.
MOST_SETS_OF_EXPERTS = 200


class SetLimits(Concept, frozen=True, kw_only=True):
    """The least and the greatest number of evidence sets of a verdict."""

    verdict: str
    least: Annotated[int, number("Fewest evidence sets", 0, MOST_SETS)]
    most: Annotated[int, number("Most evidence sets", 0, MOST_SETS)]

    @property
    def key(self) -> str:
        return self.verdict

    def __post_init__(self) -> None:
        need(
            0 <= self.least <= self.most,
            f"Evidence for “{self.verdict}”: the fewest sets are more than the most.",
            conflict=Conflict.SETS,
            path="most",
        )


class EvidenceRule(Concept, frozen=True, kw_only=True):
    """The places in which to look for evidence, and what may be chosen or written as evidence."""

    look: Look
    sets: tuple[SetLimits, ...]
    elements: tuple[ElementKind, ...] = ()
    written: bool = False
    polarity: Polarity = Polarity.BY_VERDICT
    # Before the confirmation, hide one element of a set at a time: is the rest still enough?
    minimality: Annotated[int, switch("Ask of each element whether it is needed")] = 0

    def __post_init__(self) -> None:
        need_distinct((one.verdict for one in self.sets), "Evidence")
        need(
            bool(self.elements) or self.written or not any(one.most for one in self.sets),
            "Evidence is asked for, but nothing may be chosen or written.",
        )

    def sets_for(self, verdict: str) -> SetLimits:
        """Return the limits of a verdict; raise KeyError if there are none."""
        for limits in self.sets:
            if limits.verdict == verdict:
                return limits
        raise KeyError(verdict)

    @property
    def set_limit(self) -> int:
        return max((one.most for one in self.sets), default=0)

    def for_experts(self) -> EvidenceRule:
        """Return the rule of those who look for all evidence, in any number of sets."""
        return _ExpertEvidence(**{name: getattr(self, name) for name in self.__struct_fields__})


class _ExpertEvidence(EvidenceRule, frozen=True, kw_only=True):
    """The rule for experts, who give as many sets as they find."""

    def sets_for(self, verdict: str) -> SetLimits:
        limits = super().sets_for(verdict)
        return replace(limits, most=MOST_SETS_OF_EXPERTS) if limits.most else limits

    @property
    def set_limit(self) -> int:
        return MOST_SETS_OF_EXPERTS if super().set_limit else 0


class Depth(Concept, frozen=True, kw_only=True):
    """A total number of verifications of duplicated claims, and the share that gets it."""

    total: int
    share: Annotated[Fraction, proportion("Share of the duplicated claims")]

    @property
    def key(self) -> str:
        return f"of_{self.total}"

    @property
    def label(self) -> str:
        return f"{self.total} verifications in all"


class Redundancy(Concept, frozen=True, kw_only=True):
    """The number of verifications of a claim, and what is checked in addition.

    A share of the claims gets more verifications, a share an expert's, and a share of what people
    verify is gold that they cannot tell apart.
    """

    verifications: Annotated[int, number("Verifications of a claim", 0, 10)]
    duplicates: Annotated[Fraction, proportion("Share of claims verified more often")] = Fraction(0)
    # Of a campaign; 0 for any number.
    most_duplicates: Annotated[
        int, number("Most claims verified more often (0: any number)", 0, 1_000_000)
    ] = 0
    depths: tuple[Depth, ...] = ()
    experts: Annotated[Fraction, proportion("Share of claims that an expert verifies too")] = (
        Fraction(0)
    )
    # More than half would be a campaign of gold.
    silent: Annotated[Fraction, proportion("Share of silent gold in the work", Fraction(1, 2))] = (
        Fraction(0)
    )

    @property
    def drawn_depths(self) -> tuple[Depth, ...]:
        """Return the depths with which a claim can end: those that have a share."""
        return tuple(depth for depth in self.depths if self.duplicates and depth.share)

    def __post_init__(self) -> None:
        need(0 <= self.duplicates <= 1 and 0 <= self.experts <= 1, "A share is from 0 to 1.")
        need(0 <= self.silent <= Fraction(1, 2), "At most half of the work is silent gold.")
        if self.depths:
            need_whole((one.share for one in self.depths), "Duplicates")
            need_distinct((one.key for one in self.depths), "Duplicates")
            for depth in self.drawn_depths:
                need(
                    depth.total > self.verifications,
                    f"A duplicated claim has more than {self.verifications} verifications.",
                    conflict=Conflict.DEPTH,
                    path=f"depths.{depth.key}.share",
                )
        else:
            need(not self.duplicates, "Duplicates: with how many verifications do they end?")


class Resolution(Concept, frozen=True, kw_only=True):
    """The rule by which a claim gets one verdict, and another one for when it fails."""

    rule: ResolutionRule
    otherwise: ResolutionRule | None = None

    def __post_init__(self) -> None:
        can_fail = self.rule in (ResolutionRule.MAJORITY, ResolutionRule.ADJUDICATED)
        need(
            (self.rule is not ResolutionRule.MAJORITY or self.otherwise is not None)
            and (can_fail or self.otherwise is None),
            "A majority can fail, so it says what decides otherwise; a decision of a manager may"
            " say it, and no other rule does.",
        )
        need(self.otherwise is not ResolutionRule.MAJORITY, "A majority that fails cannot decide.")
        need(self.otherwise is not self.rule, "A rule that fails cannot decide otherwise.")

    @property
    def adjudicates(self) -> bool:
        """Return whether decisions of managers can count."""
        return ResolutionRule.ADJUDICATED in (self.rule, self.otherwise)


class Inverse(Concept, frozen=True, kw_only=True):
    verdict: str
    becomes: str

    @property
    def key(self) -> str:
        return self.verdict


class Derivation(Concept, frozen=True, kw_only=True):
    """Two pairs become four: each claim meets the other's evidence with the inverse verdict."""

    crossed_with: str  # the slot that wrote the contrary pair
    inverses: tuple[Inverse, ...]


class Acceptance(Concept, frozen=True, kw_only=True):
    """The review of claims: reasons for reporting one, a sample of each batch, a filter.

    Managers review a sample of a writer's claims; with more faults in it than are acceptable, the
    batch is rejected.
    """

    reasons: tuple[Choice, ...] = ()
    sampled: Annotated[int, number("Claims reviewed in each batch", 0, 200)] = 0
    acceptable: Annotated[int, number("Faults with which a batch is accepted", 0, 199)] = 0
    # Every claim is accepted by a manager before it is verified and counts.
    filtered: Annotated[int, switch("Verify only claims that a manager accepted")] = 0

    def __post_init__(self) -> None:
        need_distinct((reason.name for reason in self.reasons), "Reasons for reporting")
        need(
            self.acceptable < max(self.sampled, 1),
            "As many faults are acceptable as claims are reviewed, so no batch would be rejected.",
            conflict=Conflict.ACCEPTABLE,
            path="acceptable",
        )


class Phase(Concept, frozen=True, kw_only=True):
    """A number of items done for practice, graded, and reviewed before the next phase."""

    name: str
    label: str
    stage: str
    graded_by: Grader
    measures: tuple[Measure, ...]
    items: Annotated[int, number("Items", 0, 100)]

    @property
    def key(self) -> str:
        return self.name

    def __post_init__(self) -> None:
        need_name(self.name, "Phase")
        need(bool(self.measures), f"Phase “{self.name}”: graded by what?")


class Screening(Concept, frozen=True, kw_only=True):
    """The language questions and the summary that come before the calibration for a stage."""

    stage: str
    label: str
    questions: Annotated[int, number("Language questions", 0, 100)]
    threshold: Annotated[Fraction, proportion("Share of right answers needed")]
    # A one-sentence summary of a paragraph, and a mutation of it.
    summary: Annotated[int, switch("Ask for a summary and a mutation")] = 1

    @property
    def key(self) -> str:
        return self.stage

    @property
    def is_asked(self) -> bool:
        """Return whether there is anything to do."""
        return bool(self.questions or self.summary)


class Calibration(Concept, frozen=True, kw_only=True):
    phases: tuple[Phase, ...] = ()
    screenings: tuple[Screening, ...] = ()

    def __post_init__(self) -> None:
        need_distinct((phase.name for phase in self.phases), "Phases")
        need_distinct((one.stage for one in self.screenings), "Screenings")

    def screening_of(self, stage: str) -> Screening | None:
        """Return what candidates for a stage do first, if it is anything."""
        found = (one for one in self.screenings if one.stage == stage and one.is_asked)
        return next(found, None)

    def phases_of(self, stage: str) -> tuple[Phase, ...]:
        return tuple(phase for phase in self.phases if phase.stage == stage)


class SplitPart(Concept, frozen=True, kw_only=True):
    """One part of a split."""

    name: str
    share: Annotated[Fraction, proportion("Share of the release")]

    @property
    def key(self) -> str:
        return self.name


class Export(Concept, frozen=True, kw_only=True):
    """The format of a release, and what stays together when it is split."""

    format: str
    split_unit: SplitUnit
    parts: tuple[SplitPart, ...]

    def __post_init__(self) -> None:
        need_name(self.format, "Format")
        need_distinct((part.name for part in self.parts), "Parts of a split")
        need_whole((part.share for part in self.parts), "Parts of a split")
