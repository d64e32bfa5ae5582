"""Code that loads a release: it runs as it is, in the folder of the release.

The types are spelt out for `datasets`: it guesses them from the first lines, and fails where a
part has no evidence, or no tags, in them.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from releases.dataset.rules.choices import Choices

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


def files_to_load(choices: Choices, filled: Container[str]) -> dict[str, str]:
    """Return by part the file of the public variant, if it is among those that have claims.

    `datasets` does not accept a file without claims.
    """
    paths = {
        part.name: f"public/{part.name}{'_unlabelled' * (part.name in choices.withheld)}.jsonl"
        f"{choices.compression.suffix}"
        for part in choices.parts
    }
    return {part: path for part, path in paths.items() if path in filled}


def pandas_recipe(path: str) -> str:
    """Return code that loads one part of the public variant."""
    return PANDAS.format(path=path)


def datasets_recipe(files: Mapping[str, str], tags: Iterable[str]) -> str:
    """Return code that loads the parts of the public variant, by their names."""
    return DATASETS.format(
        tags=", ".join(f'"{tag}": text' for tag in tags),
        files="\n".join(f'    "{part}": "{path}",' for part, path in files.items()),
    )
