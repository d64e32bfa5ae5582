"""The words of a study design for the codes in reports: verdicts, claim types, mutations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from campaigns.models import Campaign
from campaigns.selectors.protocols import protocol_of


@dataclass(frozen=True, slots=True)
class DesignWords:
    """The labels of a study design by their names."""

    labels: Mapping[str, str]

    @classmethod
    def of(cls, campaign: Campaign) -> DesignWords:
        protocol = protocol_of(campaign)
        labels = {choice.name: choice.label for choice in protocol.verdicts.choices}
        labels |= {source.name: source.label for source in protocol.sources}
        labels |= {slot.name: slot.label for stage in protocol.stages for slot in stage.slots}
        labels |= {
            value.name: value.label for factor in protocol.factors for value in factor.values
        }
        reasons = [reason for stage in protocol.stages for reason in stage.skip_reasons]
        labels |= {reason.name: reason.label for reason in (*reasons, *protocol.acceptance.reasons)}
        return cls(labels)

    def ordered(self, names: Iterable[str]) -> list[str]:
        """Return names in the order of the design, each once; others follow by their names."""
        places = {name: place for place, name in enumerate(self.labels)}
        return sorted(set(names), key=lambda name: (places.get(name, len(places)), name))

    def label(self, name: str) -> str:
        """Return the label of a name; a name that the design does not know is returned as it is."""
        return self.labels.get(name, name.replace("_", " "))
