"""Golden files of frozen protocols: `python -m tests.campaigns.protocols.regenerate` writes them.

They are what campaigns store. Raise `freezing.FORMAT` when a change makes older ones unreadable.
"""

from __future__ import annotations

import json
from pathlib import Path

from campaigns.protocols import registry
from campaigns.protocols.freezing import freeze

GOLDEN = Path(__file__).parent / "golden"


def golden_file(name: str) -> Path:
    """Return the golden file of a protocol that ships."""
    return GOLDEN / f"{name}.json"


def frozen_text(name: str) -> str:
    """Return a protocol that ships as a campaign stores it."""
    frozen = freeze(registry.get(name))
    return json.dumps(frozen, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for protocol_name in registry.PROTOCOLS:
        golden_file(protocol_name).write_text(frozen_text(protocol_name), encoding="utf-8")
