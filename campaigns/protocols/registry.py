"""The protocols that ship with Touchstone, by name."""

from __future__ import annotations

from pathlib import Path

from campaigns.protocols import fever, feverous
from campaigns.protocols.protocol import Protocol

PROTOCOLS: dict[str, Protocol] = {
    protocol.name: protocol for protocol in (feverous.PROTOCOL, fever.PROTOCOL)
}
# The design of a new campaign and of the demo.
DEFAULT = feverous.PROTOCOL.name

_GUIDELINES = Path(__file__).parent / "guidelines"


def get(name: str) -> Protocol:
    """Return the protocol of this name; raise KeyError if there is none."""
    return PROTOCOLS[name]


def choices() -> list[tuple[str, str]]:
    """Return names and titles, for a form."""
    return [(protocol.name, protocol.title) for protocol in PROTOCOLS.values()]


def default_guidelines(name: str) -> str:
    """Return the Markdown text that a new campaign of this protocol starts with."""
    return (_GUIDELINES / f"{get(name).name}.md").read_text(encoding="utf-8")
