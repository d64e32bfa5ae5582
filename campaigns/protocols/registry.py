"""The protocols that ship with the house, by name."""

from __future__ import annotations

from pathlib import Path

from campaigns.protocols import fever, feverous
from campaigns.protocols.protocol import Protocol

PROTOCOLS: dict[str, Protocol] = {
    protocol.name: protocol for protocol in (feverous.PROTOCOL, fever.PROTOCOL)
}
# What a new campaign, and the demo, start with.
DEFAULT = feverous.PROTOCOL.name

_GUIDELINES = Path(__file__).parent / "guidelines"


def get(name: str) -> Protocol:
    """The protocol of this name; `KeyError` where there is none."""
    return PROTOCOLS[name]


def choices() -> list[tuple[str, str]]:
    """Names and titles, for a form."""
    return [(protocol.name, protocol.title) for protocol in PROTOCOLS.values()]


def default_guidelines(name: str) -> str:
    """The text, in Markdown, that a new campaign of this protocol starts with."""
    return (_GUIDELINES / f"{get(name).name}.md").read_text(encoding="utf-8")
