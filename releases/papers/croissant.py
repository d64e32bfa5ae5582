"""A release described in MLCommons' Croissant 1.0, so that dataset tools find their way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from releases import formats
from releases.formats.files.writing import FileFacts

if TYPE_CHECKING:
    from releases.papers.manifest import ReleaseFacts

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


def croissant(facts: ReleaseFacts, files: tuple[FileFacts, ...], *, warning: str) -> dict[str, Any]:
    """The whole document, of the files that everybody may have."""
    data = [one for one in files if ".jsonl" in one.path and formats.is_public(one.path)]
    public = [one for one in data if one.path.startswith("public/")]
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": facts.campaign,
        "version": f"{facts.version}.0.0",
        "description": (
            f"Claims with verdicts and evidence from {facts.source}, "
            f"collected by the design “{facts.protocol.title}”."
            + (f" {warning}" if warning else "")
        ),
        "license": facts.licence,
        "datePublished": facts.frozen_on,
        "citeAs": f"{facts.campaign}, release {facts.version} ({facts.frozen_on[:4]}).",
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": one.path,
                "name": one.path,
                "contentUrl": one.path,
                "contentSize": f"{one.size} B",
                "encodingFormat": _encoding(one.path),
                "sha256": one.sha256,
            }
            for one in data
        ],
        "recordSet": [_record_set(one) for one in public if "_unlabelled" not in one.path],
    }


def _encoding(path: str) -> str:
    if path.endswith(".gz"):
        return "application/gzip"
    return "application/zstd" if path.endswith(".zst") else "application/jsonlines"


def _record_set(one: FileFacts) -> dict[str, Any]:
    name = one.path.partition("/")[2].partition(".")[0]
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
                    "fileObject": {"@id": one.path},
                    "extract": {"column": field},
                },
            }
            for field, kind in fields.items()
        ],
    }
