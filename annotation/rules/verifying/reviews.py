"""What is missing before a verification can be handed in: all of it at once, and where it goes.

Pure. The services check one rule after another; a person wants to see the whole list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from annotation.rules.verifying.judgements import Judgement, JudgementRefusedError, check_verdict
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.work import VERDICT, Stage


@dataclass(frozen=True, slots=True)
class Missing:
    """Something to do yet. `at` says where: "verdict", "answer", a tag's name, "set:1"."""

    at: str
    message: str


def missing_in(protocol: Protocol, stage: Stage, judgement: Judgement) -> list[Missing]:
    """All that is not chosen yet, from the top of the desk to its bottom."""
    missing = [*_missing_sets(protocol, judgement)]
    try:
        check_verdict(protocol, judgement.verdict, judgement.answer)
    except JudgementRefusedError as error:
        at = "verdict" if "verdict" in error.code else "answer"
        missing.append(Missing(at, error.message))
    for name in stage.asks:
        if name != VERDICT and not judgement.tags.get(name):
            label = protocol.factor(name).label.lower()
            missing.append(Missing(name, f"Choose the {label}."))
    return missing


def _missing_sets(protocol: Protocol, judgement: Judgement) -> Iterator[Missing]:
    if judgement.verdict not in protocol.verdicts.names:
        # Any verdict might do with none; as long as one needs evidence, say so.
        least = min(one.least for one in protocol.evidence.sets)
    else:
        least = protocol.evidence.sets_for(judgement.verdict).least
    count = len(judgement.sets)
    if count < least:
        said = "Choose evidence." if not count else "One more evidence set is needed."
        yield Missing(f"set:{count + 1}", said)
