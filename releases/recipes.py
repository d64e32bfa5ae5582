"""How to load a release: code that runs as it stands, in the folder of the release.

The types are spelt out for `datasets`: it guesses them from the first lines, and fails where a
part has no evidence, or no tags, in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

PANDAS = """\
import pandas as pd

claims = pd.read_json("{path}", lines=True)
"""
DATASETS = """\
from datasets import Features, List, Value, load_dataset

text = Value("string")
piece = {{"page": text, "address": text, "text": text, "context": List(text)}}
features = Features(
    {{
        "id": Value("int64"),
        "claim": text,
        "verdict": text,
        "evidence": List(List(piece)),
        "tags": {{{tags}}},
        "split": text,
    }}
)
files = {{
{files}
}}
claims = load_dataset("json", data_files=files, features=features)
"""


def pandas_recipe(path: str) -> str:
    """One part of the public variant."""
    return PANDAS.format(path=path)


def datasets_recipe(files: Mapping[str, str], tags: Iterable[str]) -> str:
    """All parts of the public variant that have claims, by their names."""
    return DATASETS.format(
        tags=", ".join(f'"{tag}": text' for tag in tags),
        files="\n".join(f'    "{part}": "{path}",' for part, path in files.items()),
    )
