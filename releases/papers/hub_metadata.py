"""The metadata of a release for the Hugging Face Hub, as YAML at the top of its README. Pure.

The Hub shows it, and `datasets` loads the folder or the published dataset by it: which file is
which part, and the types, which it would guess wrong from the first lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from releases.dataset.rules.cards import CardAnswers
from releases.formats.files.writing import FileFacts

# Licences by the names under which people write them, as the Hub calls them.
_LICENCES = {
    "cc0": "cc0-1.0",
    "cc0 1.0": "cc0-1.0",
    "apache 2.0": "apache-2.0",
    "apache license 2.0": "apache-2.0",
    "mit": "mit",
    "mit license": "mit",
    "odc by": "odc-by",
    "odbl": "odbl",
}
_CREATIVE_COMMONS = re.compile(r"cc (by(?: nc)?(?: sa| nd)?) ([1-4]\.0)")
_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
)
_FEATURES = """\
dataset_info:
  features:
  - name: id
    dtype: int64
  - name: claim
    dtype: string
  - name: verdict
    dtype: string
  - name: evidence
    list:
      list:
      - name: page
        dtype: string
      - name: address
        dtype: string
      - name: text
        dtype: string
      - name: context
        list: string
  - name: tags
    struct:
{tags}
  - name: split
    dtype: string"""


def metadata(
    *,
    name: str,
    card: CardAnswers,
    files: Sequence[FileFacts],
    parts: Mapping[str, str],
    tags: Iterable[str],
) -> list[str]:
    """Return the lines of the metadata, with the fences around them."""
    claims = sum(file.records or 0 for file in files if file.path in parts.values())
    lines = ["---", f"pretty_name: {quoted(name)}", "language:", "- en"]
    lines += _licence(card.licence)
    lines += ["task_categories:", "- text-classification", "task_ids:", "- fact-checking"]
    lines += [
        "tags:",
        "- fact-verification",
        "- wikipedia",
        "size_categories:",
        f"- {size(claims)}",
    ]
    if parts:
        lines += ["configs:", "- config_name: default", "  data_files:"]
        for part, path in parts.items():
            # The Hub takes no dashes in the name of a split.
            lines += [f"  - split: {part.replace('-', '_')}", f"    path: {quoted(path)}"]
        asked = "\n".join(f"  - name: {quoted(tag)}\n    dtype: string" for tag in tags)
        if asked:
            indented = "\n".join(f"  {line}" for line in asked.splitlines())
            lines += _FEATURES.format(tags=indented).splitlines()
    return [*lines, "---", ""]


def quoted(text: str) -> str:
    """Return a text as YAML that is nothing but this text."""
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(letter: str) -> str:
    if letter in '"\\' or not letter.isprintable():
        return f"\\U{ord(letter):08x}"
    return letter


def size(claims: int) -> str:
    """Return the size of a dataset in the classes of the Hub."""
    return next((name for limit, name in _SIZES if claims < limit), "n>10M")


def licence_id(licence: str) -> str:
    """Return what the Hub calls a licence; "other" for one that it does not know."""
    plain = " ".join(re.split(r"[\s-]+", licence.strip().lower().rstrip(".")))
    commons = _CREATIVE_COMMONS.fullmatch(plain)
    if commons is not None:
        return f"cc-{commons[1]}-{commons[2]}".replace(" ", "-")
    return _LICENCES.get(plain, "other")


def _licence(licence: str) -> list[str]:
    """Return the licence, with its own words where the Hub has no name for it."""
    if not licence:
        return []
    known = licence_id(licence)
    if known != "other":
        return [f"license: {known}"]
    slug = re.sub(r"[^a-z0-9.]+", "-", licence.lower()).strip("-.")[:60] or "see-readme"
    return ["license: other", f"license_name: {quoted(slug)}", "license_link: README.md"]
