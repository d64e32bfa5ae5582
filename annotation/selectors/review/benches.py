"""The adjudication bench of a claim: its verifications side by side, without their people.

They are called A, B, C …, in an order that is random for each manager and claim, and stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from annotation.models import Adjudication, Claim, Verification, VerificationVersion
from annotation.rules.ranking import rank_of
from annotation.rules.verifying.elements import ElementReference
from annotation.selectors.logs.replays import ReplayStep, replay_of
from annotation.selectors.review import disagreements
from annotation.selectors.verifying.elements import read_pages
from annotation.selectors.verifying.evidence import titles_in
from annotation.selectors.verifying.shown_sets import ShownSet, shown_sets
from annotation.selectors.verifying.verifications import with_latest_versions
from campaigns.models import Campaign
from campaigns.protocols.protocol import Protocol


@dataclass(frozen=True, slots=True)
class BlindVerification:
    """A verification under its letter: the latest version, its sets and its search path."""

    label: str
    version: VerificationVersion
    elements: Sequence[Sequence[ElementReference]]
    sets: Sequence[ShownSet]
    steps: Sequence[ReplayStep]

    def as_json(self) -> dict[str, Any]:
        """Return what a script needs to take it over and to mark its elements."""
        return {
            "label": self.label,
            "verdict": self.version.verdict,
            "answer": self.version.answer,
            "tags": self.version.tags,
            "sets": [
                [{"page": one.page, "address": one.address} for one in elements]
                for elements in self.elements
            ],
        }


@dataclass(frozen=True, slots=True)
class BenchPage:
    """A page with chosen elements, and the letters of those who chose them."""

    title: str
    labels: Sequence[str]


@dataclass(frozen=True, slots=True)
class AdjudicationBench:
    """The verifications of a claim as they are now, and the decision in force."""

    verifications: Sequence[BlindVerification]
    seen: str
    in_force: Adjudication | None

    @property
    def pages(self) -> list[BenchPage]:
        """Return the pages that evidence comes from, those of most people first."""
        labels: dict[str, list[str]] = {}
        for blind in self.verifications:
            for title in dict.fromkeys(e.page for chosen in blind.elements for e in chosen):
                labels.setdefault(title, []).append(blind.label)
        ordered = sorted(labels.items(), key=lambda item: -len(item[1]))
        return [BenchPage(title, letters) for title, letters in ordered]


def bench_of(
    claim: Claim, campaign: Campaign, protocol: Protocol, person_id: int
) -> AdjudicationBench:
    """Return the bench of a claim for one manager. Opens the pages of all evidence."""
    rows = disagreements.counting_verifications(campaign).filter(claim=claim)
    found = list(with_latest_versions(rows.select_related("attempt", "campaign__corpus")))
    found.sort(key=lambda row: rank_of(campaign.seed, "bench", person_id, row.public_id))
    elements = {one.pk: _elements(one) for one in found}
    corpus = campaign.corpus
    assert corpus is not None
    every = [chosen for sets in elements.values() for chosen in sets]
    pages = read_pages(corpus, titles_in(every))
    return AdjudicationBench(
        verifications=[
            BlindVerification(
                label=label,
                version=one.latest[0],  # type: ignore[attr-defined]
                elements=elements[one.pk],
                sets=shown_sets(_numbered(elements[one.pk]), pages),
                steps=replay_of(one, protocol),
            )
            for label, one in zip(ascii_uppercase, found, strict=False)
        ],
        seen=disagreements.state_digest(claim, campaign),
        in_force=disagreements.adjudication_in_force(claim),
    )


def _elements(verification: Verification) -> list[list[ElementReference]]:
    version: VerificationVersion = verification.latest[0]  # type: ignore[attr-defined]
    return [
        [ElementReference(piece.page.title, piece.address) for piece in chosen.evidence.all()]
        for chosen in version.evidence_sets.all()
    ]


def _numbered(
    sets: Sequence[Sequence[ElementReference]],
) -> Mapping[int, Sequence[ElementReference]]:
    return dict(enumerate(sets, start=1))
