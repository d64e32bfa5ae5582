"""Claims with the verdicts that bias is measured against. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from metrics.dependence import Association
from quality.measuring.columns import CampaignData, MeasuredClaim
from quality.measuring.results import AssociationFigures, ReportFigure, figure


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A claim with its verdict: that of the verification that counts, else the intended one."""

    claim: MeasuredClaim
    verdict: str
    # The version that counts; none if the verdict is only intended.
    version: int | None

    @property
    def is_in_first_half(self) -> bool:
        """Return the half of the dataset that it is in; pages are not torn apart."""
        digest = blake2b(str(self.claim.group).encode(), digest_size=1).digest()
        return not digest[0] & 1


def labelled_claims(data: CampaignData) -> list[LabelledClaim]:
    """Return the claims that have a verdict."""
    verdicts = {row.version: row.verdict for row in data.verifications}
    labelled = []
    for claim in data.claims:
        version = data.counting.get(claim.pk)
        verdict = verdicts[version] if version is not None else claim.intended
        if verdict:
            labelled.append(LabelledClaim(claim, verdict, version))
    return labelled


def association_figures(pairs: Iterable[Association]) -> tuple[AssociationFigures, ...]:
    """Return pairs as they are stored."""
    return tuple(
        AssociationFigures(
            feature=pair.feature,
            label=pair.label,
            together=pair.together,
            npmi=figure(pair.npmi),
            lmi=pair.lmi,
            conditional=ReportFigure(
                pair.conditional.value,
                pair.conditional.low,
                pair.conditional.high,
                numerator=pair.together,
                items=pair.feature_items,
            ),
            adjusted=pair.adjusted,
            is_found=pair.is_found,
        )
        for pair in pairs
    )
