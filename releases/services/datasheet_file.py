"""The datasheet as a file of its own: HTML with its plots and its style inside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from campaigns.protocols.protocol import Protocol
from releases.papers.datasheet import datasheet
from releases.papers.facts import PublishedGuidelines

_STYLES = ("tokens.css", "plots.css", "releases.css")
_PAGE = """
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 var(--sans); }
.datasheet { max-width: var(--measure); margin: 0 auto; padding: var(--space-5); }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 0.75rem; text-align: left; border-bottom: 1px solid var(--line); }
.numeric { text-align: right; }
"""


def datasheet_file(
    manifest: Mapping[str, Any],
    protocol: Protocol,
    guidelines: Sequence[PublishedGuidelines] = (),
) -> bytes:
    """Return the whole file; the same manifest and guidelines give the same bytes."""
    folder = Path(settings.PROJECT_ROOT, "static", "touchstone", "css")
    style = "".join((folder / name).read_text(encoding="utf-8") for name in _STYLES)
    context = {
        "manifest": manifest,
        "sections": datasheet(manifest, protocol),
        "guidelines": guidelines,
        "style": style + _PAGE,
    }
    return render_to_string("releases/datasheet_file.html", context).encode()
