"""The options of earlier releases, as far as they bind the next one."""

from __future__ import annotations

from msgspec.structs import replace

from campaigns.models import Campaign
from campaigns.selectors.protocols import protocol_of
from releases.dataset.rules.choices import Choices
from releases.formats.designs import usual_choices
from releases.models import Release


def is_finished_data(campaign: Campaign) -> bool:
    """Return whether a campaign was imported to be analysed: its one release is all of it."""
    return (
        campaign.claims_from == Campaign.ClaimsFrom.FILES
        and Campaign.State.CLOSED in (campaign.state, campaign.archived_from)
        and not campaign.claims.exists()
    )


def suggested_choices(campaign: Campaign) -> Choices:
    """Return what the design suggests, with the parts of the newest release, withheld as before."""
    usual = usual_choices(protocol_of(campaign))
    before = _ready_choices(campaign)
    if not before:
        return usual
    parts = before[-1].parts
    names = {part.name for part in parts}
    withheld = tuple(name for name in _withheld(before) if name in names)
    return replace(usual, parts=parts, withheld=withheld)


def withheld_before(campaign: Campaign) -> tuple[str, ...]:
    """Return the parts that some release has without their labels."""
    return _withheld(_ready_choices(campaign))


def _ready_choices(campaign: Campaign) -> list[Choices]:
    """Return the options of all ready releases, the oldest first."""
    ready = Release.objects.filter(campaign=campaign, state=Release.State.READY)
    stored = ready.order_by("version").values_list("choices", flat=True)
    return [Choices.from_json(choices) for choices in stored]


def _withheld(before: list[Choices]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for choices in before for name in choices.withheld))
