"""What a verifier hands in, and whether it is what the protocol asks for.

Pure. Verdicts, answers, tags and numbers of sets are a protocol's to vary, so they are checked here
against the campaign's frozen one. Whether the elements exist is looked up elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from campaigns.protocols.protocol import Protocol
from campaigns.protocols.work import VERDICT, Stage

LONGEST_NOTE = 1000
MOST_IN_A_SET = 1000


class JudgementRefusedError(Exception):
    """What was handed in is not what the protocol asks for.

    `code` names the rule for the screens; the text says in words what is wrong; `set_number` says
    in which set, `element` at which element, where there is one.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        set_number: int | None = None,
        element: Element | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.set_number = set_number
        self.element = element


@dataclass(frozen=True, slots=True, order=True)
class Element:
    """An element of a page, by the page's title and its address."""

    page: str
    address: str

    def __str__(self) -> str:
        return f"{self.page} · {self.address}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A verdict with its evidence, as the verifier hands it in."""

    verdict: str
    # To the guideline question, where the verdict asks for it.
    answer: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    sets: Sequence[Sequence[Element]] = ()
    note: str = ""


def digest_of(judgement: Judgement) -> str:
    """Equal for the same submission sent twice."""
    plain = [
        judgement.verdict,
        judgement.answer,
        sorted(judgement.tags.items()),
        [sorted((one.page, one.address) for one in elements) for elements in judgement.sets],
        judgement.note.strip(),
    ]
    return sha256(json.dumps(plain).encode()).hexdigest()


def check_judgement(protocol: Protocol, stage: Stage, judgement: Judgement) -> None:
    """Raises JudgementRefusedError."""
    check_verdict(protocol, judgement.verdict, judgement.answer)
    _check_tags(protocol, stage, judgement.tags)
    _check_sets(protocol, judgement)
    note = judgement.note
    if len(note.strip()) > LONGEST_NOTE or "\0" in note:
        raise JudgementRefusedError(
            "note", f"A note has at most {LONGEST_NOTE} characters, and no control characters."
        )


def check_verdict(protocol: Protocol, verdict: str, answer: str) -> None:
    """Whether the verdict is one, and the answer to the guideline question leads to it."""
    if not verdict:
        raise JudgementRefusedError("no_verdict", "Choose a verdict.")
    if verdict not in protocol.verdicts.names:
        raise JudgementRefusedError("unknown_verdict", f"There is no verdict “{verdict}”.")
    question = protocol.verdicts.question
    if question is None or verdict not in question.asked_for:
        if answer:
            raise JudgementRefusedError(
                "answer_not_asked", "The guideline question is not asked for this verdict."
            )
        return
    answers = {one.name: one for one in question.answers}
    if not answer:
        raise JudgementRefusedError("no_answer", "Answer the guideline question.")
    if answer not in answers:
        raise JudgementRefusedError("unknown_answer", f"There is no answer “{answer}”.")
    due = answers[answer].verdict
    if due is not None and due != verdict:
        labels = {one.name: one.label for one in protocol.verdicts.choices}
        raise JudgementRefusedError(
            "answer_contradicts",
            f"With the answer “{answers[answer].label}” the verdict is “{labels[due]}”.",
        )


def _check_tags(protocol: Protocol, stage: Stage, tags: Mapping[str, str]) -> None:
    asked = [name for name in stage.asks if name != VERDICT]
    for name in tags:
        if name not in asked:
            raise JudgementRefusedError("tag_not_asked", f"“{name}” is not asked for.")
    for name in asked:
        value = tags.get(name, "")
        label = protocol.factor(name).label.lower()
        if not value:
            raise JudgementRefusedError(f"no_{name}", f"Choose the {label}.")
        if value not in protocol.tag_values(name):
            raise JudgementRefusedError(f"unknown_{name}", f"There is no {label} “{value}”.")


def _check_sets(protocol: Protocol, judgement: Judgement) -> None:
    bounds = protocol.evidence.sets_for(judgement.verdict)
    count = len(judgement.sets)
    if count > bounds.most:
        most = f"at most {bounds.most}" if bounds.most else "none"
        raise JudgementRefusedError(
            "too_many_sets", f"This verdict has {most} of evidence sets, not {count}."
        )
    if count < bounds.least:
        raise JudgementRefusedError(
            "too_few_sets", f"This verdict needs at least {bounds.least} evidence set."
        )
    seen: dict[frozenset[Element], int] = {}
    for number, elements in enumerate(judgement.sets, start=1):
        if not elements:
            raise JudgementRefusedError(
                "empty_set", f"Evidence set {number} is empty.", set_number=number
            )
        if len(elements) > MOST_IN_A_SET:
            raise JudgementRefusedError(
                "set_too_large",
                f"Evidence set {number} has {len(elements)} elements;"
                f" at most {MOST_IN_A_SET} are kept.",
                set_number=number,
            )
        chosen = frozenset(elements)
        if len(chosen) < len(elements):
            twice = next(one for one in elements if list(elements).count(one) > 1)
            raise JudgementRefusedError(
                "element_twice",
                f"{twice} is in evidence set {number} twice.",
                set_number=number,
                element=twice,
            )
        if chosen in seen:
            raise JudgementRefusedError(
                "identical_sets",
                f"Evidence sets {seen[chosen]} and {number} are the same.",
                set_number=number,
            )
        seen[chosen] = number
