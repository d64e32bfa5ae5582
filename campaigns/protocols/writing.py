"""The concepts of writing: sources, factors, slots, stages.

Checked when they are made. Nothing here knows any study by name. Numbers that a manager may change
carry their bounds. Pure: no Django.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from campaigns.protocols.check_names import CHECKS
from campaigns.protocols.concept import Concept, number, proportion, switch
from campaigns.protocols.enums import Dealing, Effect, SlotContent, SourceKind, StageKind, Unit
from campaigns.protocols.needs import (
    Conflict,
    need,
    need_distinct,
    need_known,
    need_name,
    need_whole,
)

# The input of a stage or a slot that does not start from another one.
SOURCE = "source"
INPUT = "input"
# A tag that every protocol can ask for: the verdict that the writer intends.
VERDICT = "verdict"
# A factor of highlights: whether their writers may ask the verifier about a claim.
FEEDBACK = "feedback"
SHOWN, WITHHELD = "shown", "withheld"


class Choice(Concept, frozen=True, kw_only=True):
    """One of several choices, as people read it."""

    name: str
    label: str
    hint: str = ""

    def __post_init__(self) -> None:
        need_name(self.name, "Choice")
        need(bool(self.label), f"Choice “{self.name}” has no label.")

    @property
    def key(self) -> str:
        return self.name


class Source(Concept, frozen=True, kw_only=True):
    """A kind of highlight, and how many of the highlights are of it."""

    name: str
    label: str
    kind: SourceKind
    unit: Unit
    share: Annotated[Fraction, proportion("Share of the highlights")] = Fraction(1)
    # Runs are of sentences of five words or more, found when a corpus is made.
    sentences: Annotated[int | None, number("Sentences in a run", 1, 20)] = None
    least_rows: Annotated[int | None, number("Fewest rows of a table", 1, 1000)] = None
    most_rows: Annotated[int | None, number("Most rows of a table", 1, 1000)] = None
    most_columns: Annotated[int | None, number("Most columns of a table", 1, 200)] = None
    dictionary: bool = False

    @property
    def key(self) -> str:
        return self.name

    def __post_init__(self) -> None:
        need_name(self.name, "Source")
        of_text = self.kind in (SourceKind.SENTENCE_RUN, SourceKind.INTRODUCTION_SENTENCE)
        what = f"Source “{self.name}”"
        need(
            of_text or self.sentences is None,
            f"{what}: only text has sentences.",
        )
        rows = (self.least_rows, self.most_rows, self.most_columns)
        need(
            self.kind is SourceKind.TABLE or rows == (None, None, None),
            f"{what}: only a table has rows and columns.",
        )
        need(
            self.kind is not SourceKind.SENTENCE_RUN or self.sentences is not None,
            f"{what}: how many sentences has a run?",
        )
        need(
            self.least_rows is None or self.most_rows is None or self.least_rows <= self.most_rows,
            f"{what}: the fewest rows are more than the most.",
            conflict=Conflict.ROWS,
            path="most_rows",
        )


class Value(Concept, frozen=True, kw_only=True):
    """One value of a factor."""

    name: str
    label: str
    hint: str = ""
    share: Annotated[Fraction | None, proportion("Share")] = None
    effect: Effect | None = None
    example: str = ""  # of a claim for which it was dealt

    @property
    def key(self) -> str:
        return self.name

    def __post_init__(self) -> None:
        need_name(self.name, "Value")


class Factor(Concept, frozen=True, kw_only=True):
    """A property that varies between claims: dealt by quota, each value once, or chosen freely.

    A quota is drawn once for each slot and highlight. A factor called `verdict` prescribes the
    verdict, and its values are verdicts.
    """

    name: str
    label: str
    dealt: Dealing
    values: tuple[Value, ...]

    @property
    def key(self) -> str:
        return self.name

    def __post_init__(self) -> None:
        need_name(self.name, "Factor")
        what = f"Factor “{self.name}”"
        need(bool(self.values), f"{what} has no values.")
        need_distinct((value.name for value in self.values), what)
        shares = [value.share for value in self.values]
        if self.dealt is Dealing.QUOTA:
            need(None not in shares, f"{what}: every value dealt by quota needs a share.")
            need_whole(shares, what)
        else:
            need(set(shares) == {None}, f"{what}: shares are for quotas only.")

    def value(self, name: str) -> Value:
        for value in self.values:
            if value.name == name:
                return value
        raise KeyError(name)


class Feedback(Concept, frozen=True, kw_only=True):
    """The verifier's opinion on claims while they are written, for a share of the highlights."""

    shown: Annotated[int, switch("Let writers ask the verifier about a claim")] = 0
    share: Annotated[Fraction, proportion("Share of the highlights whose writers may ask")] = (
        Fraction(1, 2)
    )

    @property
    def factor(self) -> Factor:
        """Return it as what is dealt: all claims of a highlight have the same."""
        return Factor(
            name=FEEDBACK,
            label="Feedback from the verifier",
            dealt=Dealing.QUOTA,
            values=(
                Value(name=SHOWN, label="With feedback", share=self.share),
                Value(name=WITHHELD, label="Without feedback", share=1 - self.share),
            ),
        )


class Slot(Concept, frozen=True, kw_only=True):
    """A place for claims to write: how many, from what, with which factors, tags and checks."""

    name: str
    label: str
    instruction: str
    based_on: tuple[str, ...] = (INPUT,)
    writes: SlotContent = SlotContent.CLAIM
    least: Annotated[int, number("Fewest claims", 0, 20)] = 1
    most: Annotated[int, number("Most claims", 1, 20)] = 1
    factors: tuple[str, ...] = ()
    verdict: str | None = None  # what a claim here has by construction; `INPUT`: that of its base
    asks: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    example: str = ""  # of a claim, where no dealt value has one

    @property
    def key(self) -> str:
        return self.name

    def __post_init__(self) -> None:
        need_name(self.name, "Slot")
        what = f"Slot “{self.name}”"
        need(
            self.least <= self.most,
            f"{what}: the fewest claims are more than the most.",
            conflict=Conflict.CLAIMS,
            path="most",
        )
        need(bool(self.based_on), f"{what} is based on nothing.")
        need_known(self.checks, CHECKS, f"{what}: the check")


class Stage(Concept, frozen=True, kw_only=True):
    """One kind of work: what comes in, and what people do with it."""

    name: str
    label: str
    kind: StageKind
    inputs: tuple[str, ...]
    slots: tuple[Slot, ...] = ()
    asks: tuple[str, ...] = ()
    skip_reasons: tuple[Choice, ...] = ()

    @property
    def key(self) -> str:
        return self.name

    @property
    def writes(self) -> bool:
        return self.kind in (StageKind.WRITE, StageKind.REWRITE)

    def __post_init__(self) -> None:
        need_name(self.name, "Stage")
        what = f"Stage “{self.name}”"
        need(bool(self.inputs), f"{what} has no input.")
        if self.writes:
            need(bool(self.slots), f"{what}: people write, but there is no slot.")
        else:
            need(not self.slots, f"{what}: slots are for writing.")
        need_distinct((slot.name for slot in self.slots), f"Slots of {what}")
        need_distinct((reason.name for reason in self.skip_reasons), f"Reasons of {what}")
        earlier = [INPUT]
        for slot in self.slots:
            need_known(slot.based_on, earlier, f"Slot “{slot.name}”: its base")
            earlier.append(slot.name)

    def slot(self, name: str) -> Slot:
        for slot in self.slots:
            if slot.name == name:
                return slot
        raise KeyError(name)
