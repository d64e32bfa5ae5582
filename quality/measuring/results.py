"""The results of reports as they are stored: structs of plain values, read back by msgspec."""

from __future__ import annotations

from msgspec import Struct

from metrics.estimates import Estimate


class ReportFigure(Struct, frozen=True):
    """A figure with its interval, its numerator if it is a share, and its denominator."""

    value: float | None
    low: float | None = None
    high: float | None = None
    numerator: int | None = None
    items: int = 0
    # A code of `metrics.estimates.Undefined`.
    undefined: str = ""


def figure(estimate: Estimate) -> ReportFigure:
    """Return an estimate as it is stored."""
    return ReportFigure(
        estimate.value,
        estimate.low,
        estimate.high,
        items=estimate.items,
        undefined=estimate.undefined.value if estimate.undefined else "",
    )


def share_figure(estimate: Estimate) -> ReportFigure:
    """Return a share as it is stored, with its numerator."""
    stored = figure(estimate)
    if estimate.value is None:
        return stored
    return ReportFigure(
        stored.value,
        stored.low,
        stored.high,
        numerator=round(estimate.value * estimate.items),
        items=stored.items,
    )


# --- agreement -----------------------------------------------------------------------------------
class GroupFigure(Struct, frozen=True):
    """A figure of one group: a week, a challenge, a claim type."""

    name: str
    figure: ReportFigure


class PairFigures(Struct, frozen=True):
    """Two people, by their public ids, and their agreement."""

    first: str
    second: str
    kappa: ReportFigure
    observed: ReportFigure


class PersonFigures(Struct, frozen=True, kw_only=True):
    """A person, by their public id: agreement, competence, evidence."""

    person: str
    verifications: int
    # With everybody who verified the same claims.
    kappa: ReportFigure
    mean_of_pairs: float | None
    deviation_of_pairs: float | None
    partners: int
    # How often they are right by the model of Dawid and Skene.
    competence: float | None
    # [true verdict][given verdict], in the order of the protocol's verdicts.
    confusion: tuple[tuple[float, ...], ...]
    with_majority: ReportFigure
    with_gold: ReportFigure
    evidence_f1: ReportFigure
    # Agreement with the majority of the others, by week.
    weeks: tuple[GroupFigure, ...]
    # The same in the earlier and in the later half of their claims.
    halves: tuple[ReportFigure, ReportFigure] | None = None
    # Right verdicts in the earlier and in the later half of their gold.
    gold_halves: tuple[ReportFigure, ReportFigure] | None = None


class EvidenceFigures(Struct, frozen=True):
    """Agreement on evidence over pairs of verifications of the same claim."""

    pairs: int
    identical: ReportFigure
    overlapping: ReportFigure
    proper_subset: ReportFigure
    best_f1: ReportFigure


class Coefficients(Struct, frozen=True):
    """The agreement of claims with a given number of verifications."""

    claims: int
    observed: ReportFigure
    fleiss: ReportFigure
    krippendorff: ReportFigure
    # Of the first against the second verification; only for two.
    cohen: ReportFigure | None = None


class ClaimPosterior(Struct, frozen=True, array_like=True):
    """The verdicts of a claim by the model of Dawid and Skene, from all who verified it."""

    claim: int
    verifications: int
    # The verdict that counts by the campaign's rule.
    counts: str
    # The probability of each verdict, in the order of the protocol's.
    chances: tuple[float, ...]

    @property
    def most_probable(self) -> int:
        """The place of the most probable verdict; the first of equals."""
        return self.chances.index(max(self.chances))


class MachineFigures(Struct, frozen=True, kw_only=True):
    """A machine, by its public id, against what counts by the campaign's rule."""

    machine: str
    verifications: int
    unconfirmed: ReportFigure
    accuracy: ReportFigure
    kappa: ReportFigure
    evidence_f1: ReportFigure


class AgreementResult(Struct, frozen=True, kw_only=True):
    """The report on agreement."""

    claims: int
    verifications: int
    verdicts: tuple[str, ...]
    two_way: Coefficients
    three_way: Coefficients
    # Over all claims with two verifications or more.
    overall: Coefficients
    identical_evidence: Coefficients
    challenge: ReportFigure
    disagreements: int
    # The share of disagreeing pairs with the last verdict of the protocol (not enough).
    with_not_enough: ReportFigure
    causes: dict[str, int]
    mean_of_people: float | None
    deviation_of_people: float | None
    low_people: tuple[str, ...]
    high_people: tuple[str, ...]
    weeks: tuple[GroupFigure, ...]
    # By challenge, claim type, mutation, kind of evidence.
    groups: dict[str, tuple[GroupFigure, ...]]
    evidence: dict[str, EvidenceFigures]
    people: tuple[PersonFigures, ...]
    pairs: tuple[PairFigures, ...]
    # Of the model of Dawid and Skene: every claim with two verifications or more.
    competence_converged: bool
    posteriors: tuple[ClaimPosterior, ...] = ()
    machines: tuple[MachineFigures, ...] = ()

    @property
    def named(self) -> list[str]:
        """Return the public ids of the people and the machines that have figures."""
        return [*(one.person for one in self.people), *(one.machine for one in self.machines)]


# --- bias ----------------------------------------------------------------------------------------
class AssociationFigures(Struct, frozen=True, kw_only=True):
    """A feature and a label: how often they meet, and how strongly."""

    feature: str
    label: str
    together: int
    npmi: ReportFigure
    lmi: float
    # p(label | feature)
    conditional: ReportFigure
    adjusted: float
    is_found: bool


class CoverageFigures(Struct, frozen=True):
    """The share of a verdict's claims with one of its first give-away bigrams, by rank.

    The bigrams are ranked in one half of the pages; the claims are those of the other.
    """

    label: str
    ranks: tuple[int, ...]
    shares: tuple[ReportFigure, ...]


class CorrelationFigures(Struct, frozen=True):
    """Pearson's r of p(verdict | bigram) in two halves of the claims, by rank."""

    label: str
    ranks: tuple[int, ...]
    figures: tuple[ReportFigure, ...]


class ProbeFigures(Struct, frozen=True):
    """A classifier that sees only a part of an item, beside the majority."""

    accuracy: ReportFigure
    majority: ReportFigure
    lift: ReportFigure
    is_biased: bool


class WeightFigures(Struct, frozen=True):
    """The balancing weights: objective, mean largest bias and probe, before and after."""

    ngrams: int
    before: float
    after: float
    mean_bias_before: float
    mean_bias_after: float
    probe: ProbeFigures


class BiasResult(Struct, frozen=True, kw_only=True):
    """The report on bias."""

    claims: int
    # How many of the verdicts are of a verification, and how many only intended.
    verified: int
    intended: int
    verdicts: dict[str, int]
    # Words and bigrams with a verdict, by falling LMI.
    ngrams: tuple[AssociationFigures, ...]
    ngrams_tested: int
    ngrams_found: int
    coverage: tuple[CoverageFigures, ...]
    halves: tuple[CorrelationFigures, ...]
    # By factor: claim type, mutation, challenge, kind and place of evidence, with the verdict.
    factors: dict[str, tuple[AssociationFigures, ...]]
    # Factors with each other, by "factor/factor": those found, by falling LMI.
    pairs: dict[str, tuple[AssociationFigures, ...]]
    # Words with claim types, mutations, expected challenges: those found, by falling LMI.
    words: dict[str, tuple[AssociationFigures, ...]]
    # By size of the table: the share of evidence cells in its first half.
    first_half: dict[str, ReportFigure]
    probes: dict[str, ProbeFigures]
    weights: WeightFigures


# --- description ---------------------------------------------------------------------------------
class LengthFigures(Struct, frozen=True):
    """A distribution: mean, median, ninth decile, and the number of items."""

    mean: float
    median: float
    ninth_decile: float
    items: int


class DescriptionResult(Struct, frozen=True, kw_only=True):
    """The report that describes the dataset, as the papers' tables count."""

    claims: int
    verified_claims: int
    # Words and numbers; punctuation is not counted.
    claim_tokens: LengthFigures
    verdicts: dict[str, int]
    evidence_sets: int
    sets_by_kind: dict[str, int]
    # Mean numbers per verified claim.
    sentences_a_claim: float
    cells_a_claim: float
    tables_a_claim: float
    items_a_claim: float
    captions_a_claim: float
    # Claims with these properties, of the verified ones.
    alternative_sets: ReportFigure
    several_sentences: ReportFigure
    several_pages: ReportFigure
    whole_rows: ReportFigure
    whole_columns: ReportFigure
    # Tables of counts: {row: {column: count}}.
    challenges: dict[str, dict[str, int]]
    intended_verdicts: dict[str, dict[str, int]]
    scopes: dict[str, dict[str, int]]
    positions: dict[str, int]
    writing_seconds: dict[str, LengthFigures]
    # Of highlights whose writers could ask the verifier, and of the others.
    writing_by_feedback: dict[str, LengthFigures] = {}
    verifying_seconds: dict[str, LengthFigures]
    skips: dict[str, dict[str, int]]
    reports: dict[str, int]
    reported_claims: int
    corpus: dict[str, int]


ReportResult = AgreementResult | BiasResult | DescriptionResult
