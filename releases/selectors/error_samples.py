"""The error bench: samples with the shares of causes, and the prediction to tag next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from metrics.estimates import Estimate, share
from releases.dataset.rules.records import EvidencePiece
from releases.models import ErrorSample, Release, SampledError
from releases.selectors.facts import corpus_of
from releases.selectors.releases import ShownClaim, shown_claim
from releases.selectors.shown_evidence import ShownPieces, shown_pieces
from releases.selectors.systems import System


@dataclass(frozen=True, slots=True)
class CauseShare:
    """The number of tagged errors with one cause, and their share with its interval."""

    cause: SampledError.Cause
    count: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class ShownSample:
    """A sample with its progress and the shares of the causes."""

    sample: ErrorSample
    system: System
    errors: int
    tagged: int
    shares: Sequence[CauseShare]


@dataclass(frozen=True, slots=True)
class ShownError:
    """A wrong prediction beside the claim with its gold evidence, as people read them."""

    claim: ShownClaim
    predicted: ShownPieces


def samples_of(release: Release) -> QuerySet[ErrorSample]:
    """Return the samples of a release, the newest first."""
    samples = ErrorSample.objects.filter(release=release)
    return samples.select_related("upload", "evaluation", "drawn_by").order_by("-number")


def show_samples(samples: Iterable[ErrorSample]) -> list[ShownSample]:
    """Return these samples with their progress and shares."""
    shown = list(samples)
    counts: dict[int, Counter[str]] = {}
    rows = SampledError.objects.filter(sample__in=[sample.pk for sample in shown]).order_by()
    for key, cause, count in rows.values_list("sample", "cause").annotate(number=Count("pk")):
        counts.setdefault(key, Counter())[cause] = count
    return [_shown(sample, counts.get(sample.pk, Counter())) for sample in shown]


def _shown(sample: ErrorSample, counts: Counter[str]) -> ShownSample:
    tagged = counts.total() - counts[""]
    shares = [
        CauseShare(cause, counts[cause.value], share(counts[cause.value], tagged))
        for cause in SampledError.Cause
    ]
    return ShownSample(sample, system_of(sample), counts.total(), tagged, shares if tagged else [])


def system_of(sample: ErrorSample) -> System:
    """Return the system whose predictions a sample has."""
    source = sample.upload or sample.evaluation
    assert source is not None
    return System(source)


def errors_of(sample: ErrorSample) -> QuerySet[SampledError]:
    """Return the errors of a sample in their order."""
    errors = SampledError.objects.filter(sample=sample).order_by("position")
    items = errors.select_related("item__version__claim_version", "item__imported", "tagged_by")
    return items.defer("item__imported__body")


def next_error(sample: ErrorSample) -> SampledError | None:
    """Return the first error of a sample without a cause."""
    return errors_of(sample).filter(cause="").first()


def shown_error(error: SampledError, release: Release) -> ShownError:
    """Return a wrong prediction as people read it."""
    item = error.item
    item.release = release
    predicted = [EvidencePiece(page, address) for page, address in error.predicted_evidence]
    [pieces] = shown_pieces(corpus_of(release), [predicted])
    return ShownError(shown_claim(item), pieces)
