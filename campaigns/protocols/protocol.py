"""A whole study design, checked for parts that do not fit together."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TypeVar

from msgspec.structs import replace

from campaigns.protocols.concept import Concept, need_bounds
from campaigns.protocols.enums import Dealing, ResolutionRule, SlotContent, StageKind
from campaigns.protocols.judging import (
    Acceptance,
    Calibration,
    Derivation,
    EvidenceRule,
    Export,
    Redundancy,
    Resolution,
    Verdicts,
)
from campaigns.protocols.needs import (
    Conflict,
    need,
    need_distinct,
    need_known,
    need_name,
    need_whole,
)
from campaigns.protocols.writing import (
    FEEDBACK,
    INPUT,
    SOURCE,
    VERDICT,
    Factor,
    Feedback,
    Slot,
    Source,
    Stage,
)

# What a deck deals that decides whether something happens.
YES, NO = "yes", "no"
Named = TypeVar("Named", Source, Factor, Stage)


class Protocol(Concept, frozen=True, kw_only=True):
    """A study design as data. Nothing outside this package knows designs by name."""

    name: str
    title: str
    summary: str
    sources: tuple[Source, ...]
    factors: tuple[Factor, ...]
    stages: tuple[Stage, ...]
    feedback: Feedback = Feedback()
    verdicts: Verdicts
    evidence: EvidenceRule
    redundancy: Redundancy
    resolution: Resolution
    derivation: Derivation | None = None
    acceptance: Acceptance = Acceptance()
    calibration: Calibration = Calibration()
    export: Export

    def __post_init__(self) -> None:
        need_name(self.name, "Protocol")
        need_bounds(self)
        need(bool(self.sources), "There is no source.")
        need_distinct((source.name for source in self.sources), "Sources")
        need_whole((source.share for source in self.sources), "Sources")
        need_distinct((factor.name for factor in self.factors), "Factors")
        need_distinct((stage.name for stage in self.stages), "Stages")
        need_known((one.verdict for one in self.evidence.sets), self.verdicts.names, "Verdict")
        need_known(
            self.verdicts.names,
            (one.verdict for one in self.evidence.sets),
            "Evidence: the verdict",
        )
        self._check_stages()
        self._check_slots()
        self._check_factors()
        self._check_ends()

    # --- reading ---------------------------------------------------------------------------------
    def stage(self, name: str) -> Stage:
        """Return the stage of this name; raise KeyError if there is none."""
        return _named(self.stages, name)

    def stage_for(self, kind: StageKind) -> Stage | None:
        """Return the first stage of this kind."""
        return next((stage for stage in self.stages if stage.kind is kind), None)

    def source(self, name: str) -> Source:
        """Return the source of this name; raise KeyError if there is none."""
        return _named(self.sources, name)

    def factor(self, name: str) -> Factor:
        """Return the factor of this name; raise KeyError if there is none."""
        return _named((*self.factors, *self.highlight_factors), name)

    @property
    def highlight_factors(self) -> tuple[Factor, ...]:
        """Return what is dealt to highlights: it decides what their writers see, not write."""
        return (self.feedback.factor,) if self.feedback.shown else ()

    def slots(self) -> Iterator[tuple[Stage, Slot]]:
        """Yield every slot with its stage."""
        for stage in self.stages:
            for slot in stage.slots:
                yield stage, slot

    def tag_values(self, tag: str) -> tuple[str, ...]:
        """Return the possible answers where this tag is asked for."""
        if tag == VERDICT:
            return self.verdicts.names
        return tuple(value.name for value in self.factor(tag).values)

    def decks(self) -> dict[str, dict[str, Fraction]]:
        """Return the shares of everything dealt by quota, by deck: sources and factors."""
        decks = {SOURCE: {source.name: source.share for source in self.sources}}
        for factor in (*self.factors, *self.highlight_factors):
            if factor.dealt is Dealing.QUOTA:
                decks[factor.name] = {
                    value.name: value.share for value in factor.values if value.share is not None
                }
        return decks

    def depth_shares(self) -> dict[str, Fraction]:
        """Return the shares of claims by their number of verifications, an annotator's deck."""
        redundancy = self.redundancy
        shares = {str(redundancy.verifications): 1 - redundancy.duplicates}
        for depth in redundancy.drawn_depths:
            shares[str(depth.total)] = redundancy.duplicates * depth.share
        return shares

    def for_experts(self) -> Protocol:
        """Return the protocol as it applies to experts."""
        return replace(self, evidence=self.evidence.for_experts())

    def expert_shares(self) -> dict[str, Fraction]:
        """Return the shares of claims that an expert verifies or not, an annotator's deck."""
        experts = self.redundancy.experts
        return {YES: experts, NO: 1 - experts}

    def silent_shares(self) -> dict[str, Fraction]:
        """Return the shares of silent gold and of ordinary work, an annotator's deck."""
        silent = self.redundancy.silent
        return {YES: silent, NO: 1 - silent}

    # --- checks ----------------------------------------------------------------------------------
    def _check_stages(self) -> None:
        earlier = [SOURCE]
        for stage in self.stages:
            need_known(stage.inputs, earlier, f"Stage “{stage.name}”: the input")
            self._check_tags(stage.asks, f"Stage “{stage.name}”")
            # Claims come from a stage in which they are written, or from a review of them.
            if stage.writes or stage.kind is StageKind.REVIEW:
                earlier.append(stage.name)
        need(any(stage.writes for stage in self.stages), "In no stage does anybody write.")

    def _check_tags(self, tags: tuple[str, ...], what: str) -> None:
        free = [factor.name for factor in self.factors if factor.dealt is Dealing.FREE]
        need_known(tags, [VERDICT, *free], f"{what}: the tag")

    def _check_slots(self) -> None:
        need_distinct((slot.name for _, slot in self.slots()), "Slots")
        dealt = [factor.name for factor in self.factors if factor.dealt is not Dealing.FREE]
        for _, slot in self.slots():
            what = f"Slot “{slot.name}”"
            need_known(slot.factors, dealt, f"{what}: the factor")
            self._check_tags(slot.asks, what)
            if slot.verdict is not None:
                need_known([slot.verdict], [*self.verdicts.names, INPUT], f"{what}: the verdict")
            ways = (VERDICT in slot.factors) + (VERDICT in slot.asks) + (slot.verdict is not None)
            need(ways <= 1, f"{what}: its verdict is dealt, asked for or fixed, only one of them.")
            need(
                ways == 1 or self.resolution.rule is not ResolutionRule.BY_CONSTRUCTION,
                f"{what}: verdicts are had by construction, but this slot says none.",
            )

    def _check_factors(self) -> None:
        used = {name for _, slot in self.slots() for name in slot.factors + slot.asks}
        used |= {name for stage in self.stages for name in stage.asks}
        for factor in self.factors:
            need(factor.name in used, f"Factor “{factor.name}” is used nowhere.")
            need(
                factor.name not in (SOURCE, FEEDBACK),
                f"A factor cannot be called “{factor.name}”.",
            )
            if factor.name == VERDICT:
                values = [value.name for value in factor.values]
                need_known(values, self.verdicts.names, "Factor “verdict”: the verdict")
                need(
                    factor.dealt is not Dealing.FREE,
                    "Factor “verdict”: a verdict chosen freely is a tag, not a factor.",
                )

    def _check_ends(self) -> None:
        names = [stage.name for stage in self.stages]
        need_known((phase.stage for phase in self.calibration.phases), names, "Phase: the stage")
        need_known(
            (one.stage for one in self.calibration.screenings), names, "Screening: the stage"
        )
        verified = any(stage.kind is StageKind.VERIFY for stage in self.stages)
        need(
            verified or self.resolution.rule is ResolutionRule.BY_CONSTRUCTION,
            "Nobody verifies, so the verdict can only be had by construction.",
        )
        if verified:
            need(
                self.redundancy.verifications > 0 or self.redundancy.duplicates > 0,
                "There is a stage of verification, but no claim is ever verified.",
                conflict=Conflict.NEVER_VERIFIED,
                path="redundancy.verifications",
            )
        if self.derivation is None:
            return
        pairs = [slot.name for _, slot in self.slots() if slot.writes is SlotContent.PAIR]
        need_known([self.derivation.crossed_with], pairs, "Derivation: the slot")
        inverses = {one.verdict: one.becomes for one in self.derivation.inverses}
        need_known([*inverses, *inverses.values()], self.verdicts.names, "Derivation: the verdict")
        need(
            all(inverses.get(becomes) == verdict for verdict, becomes in inverses.items()),
            "Derivation: the inverse of an inverse is the verdict itself.",
        )


def _named(concepts: tuple[Named, ...], name: str) -> Named:
    for concept in concepts:
        if concept.name == name:
            return concept
    raise KeyError(name)
