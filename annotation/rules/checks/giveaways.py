"""Phrases that give a verdict away: by this campaign's own running LMI.

The counts are of claims with each phrase and verdict. A phrase gives a verdict away when it is
among the strongest by LMI for it, stands in enough claims, and goes with the verdict clearly more
often than claims do on the whole. The list is made now and then; checking a claim is a look-up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from annotation.rules.checks.findings import Finding, warn
from annotation.rules.checks.text import words
from campaigns.protocols.check_names import GIVEAWAY
from metrics.association import CountTable, Margins, lmi

LONGEST = 2  # words in a phrase
STRONGEST = 50  # phrases a verdict
FEWEST_CLAIMS = 20
LIFT = 0.15  # how much likelier than on the whole


@dataclass(frozen=True, slots=True)
class GiveAway:
    """A phrase, the verdict that it gives away, and how many of the claims with it have that."""

    phrase: str
    verdict: str
    share: float
    strength: float


def phrases(text: str) -> set[str]:
    """The words and pairs of words of a claim, each once: what the counts are kept of."""
    plain = [word.plain for word in words(text)]
    return {
        " ".join(plain[at : at + length])
        for length in range(1, LONGEST + 1)
        for at in range(len(plain) - length + 1)
    }


def count_phrases(claims: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """A table of counts from claims with their verdicts."""
    counts: dict[tuple[str, str], int] = {}
    for text, verdict in claims:
        for phrase in phrases(text):
            counts[phrase, verdict] = counts.get((phrase, verdict), 0) + 1
    return counts


def find_giveaways(counts: CountTable) -> dict[str, GiveAway]:
    """The phrases that give a verdict away, by phrase."""
    margins = Margins.of(counts)
    by_verdict: dict[str, list[GiveAway]] = {verdict: [] for verdict in margins.labels}
    for (phrase, verdict), strength in lmi(counts).items():
        seen = margins.features[phrase]
        if strength <= 0 or seen < FEWEST_CLAIMS:
            continue
        share = counts[phrase, verdict] / seen
        if share - margins.labels[verdict] / margins.total >= LIFT:
            by_verdict[verdict].append(GiveAway(phrase, verdict, share, strength))
    strongest: dict[str, GiveAway] = {}
    for those in by_verdict.values():
        those.sort(key=lambda one: (-one.strength, one.phrase))
        for one in those[:STRONGEST]:
            if one.phrase not in strongest or one.strength > strongest[one.phrase].strength:
                strongest[one.phrase] = one
    return strongest


def check_giveaway(
    text: str, giveaways: Mapping[str, GiveAway], verdict: str | None
) -> list[Finding]:
    """Warns of the strongest such phrase for the intended verdict (of any, where none is known)."""
    those = words(text)
    found: list[tuple[float, int, tuple[int, int]]] = []
    shares: dict[tuple[int, int], float] = {}
    for length in range(1, LONGEST + 1):
        for at in range(len(those) - length + 1):
            part = those[at : at + length]
            one = giveaways.get(" ".join(word.plain for word in part))
            if one is not None and verdict in (None, one.verdict):
                span = (part[0].start, part[-1].end)
                found.append((-one.strength, at, span))
                shares[span] = one.share
    if not found:
        return []
    _, _, span = min(found)
    share = str(round(shares[span] * 100))
    return [warn(GIVEAWAY, "giveaway", span, words=text[span[0] : span[1]], share=share)]
