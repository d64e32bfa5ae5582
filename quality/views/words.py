"""The words of a study design for the codes in reports: verdicts, claim types, mutations."""

from __future__ import annotations

from collections.abc import Mapping
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
        return cls(labels)

    def label(self, name: str) -> str:
        """Return the label of a name; a name that the design does not know is returned as it is."""
        return self.labels.get(name, name.replace("_", " "))
