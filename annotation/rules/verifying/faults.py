"""The one validator of judgements: all faults at once, each with its place and a code.

Pure. Verdicts, answers, tags and numbers of sets are a protocol's to vary, so a judgement is
checked against the campaign's frozen one. The confirmation at the desk, the submission and the
service use the same function; `annotation.messages` turns the faults into words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct

from annotation.rules.verifying.elements import ElementReference, kind_at, sections_of
from annotation.rules.verifying.evidence import EvidenceSource
from annotation.rules.verifying.judgements import LONGEST_NOTE, MOST_IN_A_SET, Judgement
from campaigns.protocols.judging import EvidenceRule
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import VERDICT, Stage

# Faults of choices that are still to be made or changed, as opposed to evidence that is no good.
_OPEN_CHOICES = frozenset(
    {
        "too_few_sets",
        "no_verdict",
        "unknown_verdict",
        "answer_not_asked",
        "no_answer",
        "unknown_answer",
        "answer_contradicts",
        "no_tag",
    }
)


class JudgementFault(Struct, frozen=True, kw_only=True):
    """A rule that a judgement breaks, and where.

    `field` is "verdict", "answer", "note" or the name of a tag; of faults in the evidence,
    `set_number` is the number of the set, and `element` the element if there is one.
    """

    rule: str
    field: str = ""
    set_number: int | None = None
    element: ElementReference | None = None
    parameters: Mapping[str, str | int] = {}

    @property
    def place(self) -> str:
        """Return where to go at the desk: "verdict", "answer", a tag's name, "set:1"."""
        return self.field if self.set_number is None else f"set:{self.set_number}"

    @property
    def code(self) -> str:
        """Return the rule; the rule about a tag by the tag's name ("no_challenge")."""
        return {"no_tag": f"no_{self.field}", "unknown_tag": f"unknown_{self.field}"}.get(
            self.rule, self.rule
        )

    @property
    def is_open_choice(self) -> bool:
        """Return whether a choice is still to be made or changed."""
        return self.rule in _OPEN_CHOICES


class JudgementRefusedError(Exception):
    """A judgement that is not what the protocol asks for, with all its faults."""

    def __init__(self, faults: Sequence[JudgementFault]) -> None:
        super().__init__(", ".join(fault.code for fault in faults))
        self.faults = faults


def faults_in(
    judgement: Judgement, protocol: Protocol, stage: Stage, source: EvidenceSource
) -> list[JudgementFault]:
    """Return all faults of a judgement, from the top of the desk to its bottom."""
    return [
        *_set_faults(judgement, protocol.evidence, protocol.verdicts.names, source),
        *_verdict_faults(judgement, protocol),
        *_tag_faults(judgement.tags, protocol, stage),
        *_note_faults(judgement.note),
    ]


def checked_sets(judgement: Judgement, protocol: Protocol) -> Sequence[Sequence[ElementReference]]:
    """Return the sets whose elements are looked at: no more and no larger than may be.

    Those beyond are a fault by themselves; nobody opens ten thousand pages to say more of them.
    """
    _, most = _set_bounds(judgement, protocol.evidence, protocol.verdicts.names)
    return [
        elements if len(elements) <= MOST_IN_A_SET else () for elements in judgement.sets[:most]
    ]


# --- evidence ------------------------------------------------------------------------------------
def _set_bounds(
    judgement: Judgement, rule: EvidenceRule, verdicts: Sequence[str]
) -> tuple[int, int]:
    if judgement.verdict in verdicts:
        bounds = rule.sets_for(judgement.verdict)
        return bounds.least, bounds.most
    # Without a verdict: what any verdict needs, and what some verdict may have.
    return min((one.least for one in rule.sets), default=0), rule.set_limit


def _set_faults(
    judgement: Judgement, rule: EvidenceRule, verdicts: Sequence[str], source: EvidenceSource
) -> Iterator[JudgementFault]:
    least, most = _set_bounds(judgement, rule, verdicts)
    count = len(judgement.sets)
    numbered = judgement.numbered_sets
    if count < least:
        free = next(number for number in range(1, count + 2) if number not in numbered)
        yield JudgementFault(rule="too_few_sets", set_number=free, parameters={"count": count})
    if count > most:
        yield JudgementFault(
            rule="too_many_sets",
            set_number=min(most + 1, rule.set_limit or 1),
            parameters={"count": count, "most": most},
        )
    seen: dict[frozenset[ElementReference], int] = {}
    for number, elements in islice(numbered.items(), most):
        if not elements:
            yield JudgementFault(rule="empty_set", set_number=number, parameters={"number": number})
            continue
        if len(elements) > MOST_IN_A_SET:
            yield JudgementFault(
                rule="set_too_large",
                set_number=number,
                parameters={"number": number, "count": len(elements), "most": MOST_IN_A_SET},
            )
            continue
        yield from _repeats(number, elements)
        chosen = frozenset(elements)
        other = seen.setdefault(chosen, number)
        if other != number:
            yield JudgementFault(
                rule="identical_sets",
                set_number=number,
                parameters={"other": other, "number": number},
            )
        for element in dict.fromkeys(elements):
            fault = element_fault(element, number, rule, source)
            if fault is not None:
                yield fault


def _repeats(number: int, elements: Sequence[ElementReference]) -> Iterator[JudgementFault]:
    if len(set(elements)) == len(elements):
        return
    for element, count in Counter(elements).items():
        if count > 1:
            yield JudgementFault(
                rule="element_twice",
                set_number=number,
                element=element,
                parameters={"element": str(element), "number": number},
            )


def element_fault(
    element: ElementReference, number: int, rule: EvidenceRule, source: EvidenceSource
) -> JudgementFault | None:
    """Return why an element cannot be evidence, in the set of this number; None if it can."""

    def fault(broken: str, **more: str) -> JudgementFault:
        parameters = {"page": element.page, "address": element.address, **more}
        return JudgementFault(
            rule=broken, set_number=number, element=element, parameters=parameters
        )

    page = source.pages.get(element.page)
    if page is None:
        return fault("no_page")
    if page.is_flagged:
        return fault("flagged_page")
    kind = kind_at(page.document, element.address)
    if kind is None:
        return fault("no_element")
    if kind not in rule.elements:
        return fault("wrong_kind", kind=kind.value)
    if set(sections_of(page.document, element.address)) & set(page.document.flagged_sections):
        return fault("flagged_section", element=str(element))
    if not source.scope.holds(page.document, element.address):
        return fault("out_of_room", element=str(element))
    return None


# --- the decision --------------------------------------------------------------------------------
def _verdict_faults(judgement: Judgement, protocol: Protocol) -> Iterator[JudgementFault]:
    verdict, answer = judgement.verdict, judgement.answer
    if not verdict:
        yield JudgementFault(rule="no_verdict", field="verdict")
        return
    if verdict not in protocol.verdicts.names:
        yield JudgementFault(
            rule="unknown_verdict", field="verdict", parameters={"verdict": verdict}
        )
        return
    question = protocol.verdicts.question
    if question is None or verdict not in question.asked_for:
        if answer:
            yield JudgementFault(rule="answer_not_asked", field="answer")
        return
    answers = {choice.name: choice for choice in question.answers}
    if not answer:
        yield JudgementFault(rule="no_answer", field="answer")
        return
    if answer not in answers:
        yield JudgementFault(rule="unknown_answer", field="answer", parameters={"answer": answer})
        return
    due = answers[answer].verdict
    if due is not None and due != verdict:
        labels = {choice.name: choice.label for choice in protocol.verdicts.choices}
        yield JudgementFault(
            rule="answer_contradicts",
            field="answer",
            parameters={"answer": answers[answer].label, "verdict": labels[due]},
        )


def _tag_faults(
    tags: Mapping[str, str], protocol: Protocol, stage: Stage
) -> Iterator[JudgementFault]:
    asked = [name for name in stage.asks if name != VERDICT]
    for name in tags:
        if name not in asked:
            yield JudgementFault(rule="tag_not_asked", field=name, parameters={"tag": name})
    for name in asked:
        value = tags.get(name, "")
        label = protocol.factor(name).label.lower()
        if not value:
            yield JudgementFault(rule="no_tag", field=name, parameters={"label": label})
        elif value not in protocol.tag_values(name):
            parameters = {"label": label, "value": value}
            yield JudgementFault(rule="unknown_tag", field=name, parameters=parameters)


def _note_faults(note: str) -> Iterator[JudgementFault]:
    if len(note.strip()) > LONGEST_NOTE or "\0" in note:
        yield JudgementFault(rule="note", field="note", parameters={"most": LONGEST_NOTE})
