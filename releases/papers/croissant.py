"""The description of a release in MLCommons' Croissant 1.0, for tools that load datasets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from releases import formats
from releases.formats.files.writing import FileFacts
from releases.papers.facts import ReleaseFacts

# What Croissant's own documents begin with, name by name; its tools warn of any other.
_TERMS = (
    "citeAs column equivalentProperty extract field fileObject fileProperty fileSet format includes"
    " isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace"
    " samplingRate separator source subField transform"
)
CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{term: f"cr:{term}" for term in _TERMS.split()},
}


def croissant(facts: ReleaseFacts, files: Sequence[FileFacts]) -> dict[str, Any]:
    """Return the whole document, which describes the public files."""
    data = [file for file in files if ".jsonl" in file.path and formats.is_public(file.path)]
    public = [file for file in data if file.path.startswith("public/")]
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": facts.campaign,
        "version": f"{facts.version}.0.0",
        "description": _description(facts),
        "license": facts.card.licence or facts.licence,
        "datePublished": facts.frozen_on,
        "citeAs": facts.citation,
        **({"sameAs": facts.card.doi_address} if facts.card.doi else {}),
        **_people(facts),
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": file.path,
                "name": file.path,
                "contentUrl": file.path,
                "contentSize": f"{file.size} B",
                "encodingFormat": _encoding(file.path),
                "sha256": file.sha256,
            }
            for file in data
        ],
        "recordSet": [_record_set(file) for file in public if "_unlabelled" not in file.path],
    }


def _description(facts: ReleaseFacts) -> str:
    sentences = (
        facts.card.summary,
        f"Claims with verdicts and evidence from {facts.source}, "
        f"collected by the design “{facts.protocol.title}”.",
        facts.warning,
    )
    return " ".join(filter(None, sentences))


def _people(facts: ReleaseFacts) -> dict[str, Any]:
    """Return the authors and the contact, as far as they are known."""
    people: dict[str, Any] = {}
    if facts.card.authors:
        people["creator"] = [
            {"@type": "sc:Person", "name": author} for author in facts.card.authors
        ]
    if facts.card.contact:
        people["maintainer"] = {"@type": "sc:Organization", "name": facts.card.contact}
    return people


def _encoding(path: str) -> str:
    if path.endswith(".gz"):
        return "application/gzip"
    return "application/zstd" if path.endswith(".zst") else "application/jsonlines"


def _record_set(file: FileFacts) -> dict[str, Any]:
    name = file.path.partition("/")[2].partition(".")[0]
    fields = {"id": "Integer", "claim": "Text", "verdict": "Text", "split": "Text"}
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{name}/{field}",
                "name": field,
                "dataType": f"sc:{kind}",
                "source": {
                    "fileObject": {"@id": file.path},
                    "extract": {"column": field},
                },
            }
            for field, kind in fields.items()
        ],
    }
