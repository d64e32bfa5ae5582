"""Phrases that give a verdict away, by their local mutual information (LMI) in this campaign.

A phrase gives a verdict away if it is among the strongest for it by LMI, is in enough claims, and
goes with the verdict clearly more often than claims do on the whole. The list is made now and then
from counts of claims by phrase and verdict; checking a claim is a look-up.
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
    """A phrase, the verdict that it gives away, and the share of its claims that have it."""

    phrase: str
    verdict: str
    share: float
    strength: float


def phrases(text: str) -> set[str]:
    """Return the words and pairs of words of a claim, each once."""
    plain = [word.plain for word in words(text)]
    return {
        " ".join(plain[at : at + length])
        for length in range(1, LONGEST + 1)
        for at in range(len(plain) - length + 1)
    }


def count_phrases(claims: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """Return how many claims there are with each phrase and verdict."""
    counts: dict[tuple[str, str], int] = {}
    for text, verdict in claims:
        for phrase in phrases(text):
            counts[phrase, verdict] = counts.get((phrase, verdict), 0) + 1
    return counts


def find_giveaways(counts: CountTable) -> dict[str, GiveAway]:
    """Return the phrases that give a verdict away, by phrase."""
    margins = Margins.of(counts)
    by_verdict: dict[str, list[GiveAway]] = {verdict: [] for verdict in margins.labels}
    # Most phrases are in very few claims: they are left out before anything is computed.
    frequent = {
        pair: count for pair, count in counts.items() if margins.features[pair[0]] >= FEWEST_CLAIMS
    }
    for (phrase, verdict), strength in lmi(frequent, margins).items():
        if strength <= 0:
            continue
        share = counts[phrase, verdict] / margins.features[phrase]
        if share - margins.labels[verdict] / margins.total >= LIFT:
            by_verdict[verdict].append(GiveAway(phrase, verdict, share, strength))
    strongest: dict[str, GiveAway] = {}
    for giveaways in by_verdict.values():
        giveaways.sort(key=lambda giveaway: (-giveaway.strength, giveaway.phrase))
        for giveaway in giveaways[:STRONGEST]:
            known = strongest.get(giveaway.phrase)
            if known is None or giveaway.strength > known.strength:
                strongest[giveaway.phrase] = giveaway
    return strongest


def check_giveaway(
    text: str, giveaways: Mapping[str, GiveAway], verdict: str | None
) -> list[Finding]:
    """Warn of the strongest such phrase for the intended verdict (for any, if none is known)."""
    own = words(text)
    found: list[tuple[float, int, tuple[int, int]]] = []
    shares: dict[tuple[int, int], float] = {}
    for length in range(1, LONGEST + 1):
        for at in range(len(own) - length + 1):
            part = own[at : at + length]
            giveaway = giveaways.get(" ".join(word.plain for word in part))
            if giveaway is not None and verdict in (None, giveaway.verdict):
                span = (part[0].start, part[-1].end)
                found.append((-giveaway.strength, at, span))
                shares[span] = giveaway.share
    if not found:
        return []
    _, _, span = min(found)
    share = str(round(shares[span] * 100))
    return [warn(GIVEAWAY, "giveaway", span, words=text[span[0] : span[1]], share=share)]
