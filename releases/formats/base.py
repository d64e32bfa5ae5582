"""The parts of a format: claims as lines, and where a study has them, page files and scoring."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from campaigns.protocols.protocol import Protocol as StudyProtocol
from metrics.scores import JudgedClaim, Scorer
from releases.dataset.rules.choices import Compression
from releases.dataset.rules.records import EvidencePiece, Record
from releases.dataset.rules.refusals import RefusalReason, RefusedError
from releases.formats.files.writing import FileFacts, KeyOrder

# A JSON object: a dictionary, or a struct with its fields.
LineData = Mapping[str, Any] | Struct
# Returns the stored pages from the start each time that it is called: a format may need them twice.
Documents = Callable[[], Iterable[Mapping[str, Any]]]


class FormatError(RefusedError):
    """A claim cannot be written in the format, or a line is not of it."""


@dataclass(frozen=True, slots=True)
class FileLayout:
    """The lines around the claims of a file, and the order of keys in a line."""

    # The first lines of a labelled file and of one without labels.
    headers: tuple[Mapping[str, Any], ...] = ()
    unlabelled_headers: tuple[Mapping[str, Any], ...] = ()
    # Of the keys whose order is not the format's.
    order: KeyOrder = KeyOrder.GIVEN


class PageFiles(Protocol):
    """The files of pages that a format has beside its claims."""

    # The name of the file that has a page a line, without its endings.
    stem: str

    def write(
        self, folder: Path, documents: Documents, compression: Compression
    ) -> list[FileFacts]:
        """Write the pages."""

    def title_of(self, line: Any) -> str:
        """Return the title of the page in a line; FormatError where it is none."""

    def elements_of(self, line: Any) -> Set[str]:
        """Return the addresses that evidence may name on the page in a line."""


class Prediction(NamedTuple):
    """A machine's verdict on a claim and its evidence, in the order in which it counts."""

    # None where the file leaves ids out: then the order of its lines counts.
    claim_id: int | None
    verdict: str
    evidence: tuple[EvidencePiece, ...]


class ScoringRules(Protocol):
    """The way in which a study scores predictions."""

    title: str
    scorer: Scorer

    def read_prediction(self, line: Any) -> Prediction:
        """Return the prediction in a line; FormatError where it has none."""

    def judge(
        self, record: Record, verdict: str, predicted: Iterable[EvidencePiece]
    ) -> JudgedClaim:
        """Return the claim with its prediction, as the scorer takes it."""


@dataclass(frozen=True, slots=True)
class OfficialTool:
    """The program that a study published to read its files with."""

    package: str
    # `python -m MODULE FOLDER` checks a release with it: see `releases.check.official`.
    module: str


# The exit code of that module where the tool is installed, but cannot be loaded.
NOT_LOADED = 3


class DatasetFormat(Protocol):
    """A way to write claims as JSON lines, and to read them back."""

    name: str
    title: str
    # Whether everybody who may have a release may have its files in this format.
    is_public: bool
    layout: FileLayout
    # Parts of a split that have as many claims of each label, by the study's own rule.
    balanced_parts: tuple[str, ...]

    # What only some formats have.
    schema: Mapping[str, Any] | None
    pages: PageFiles | None
    scoring: ScoringRules | None
    official: OfficialTool | None

    def refusal(self, protocol: StudyProtocol) -> RefusalReason | None:
        """Return why a campaign of this design cannot be written so; None where it can."""

    def write(self, record: Record) -> LineData:
        """Return the claim as a line."""

    def write_unlabelled(self, record: Record) -> Mapping[str, Any]:
        """Return the claim as a line without anything that gives its label away."""

    def read(self, line: Any) -> Record:
        """Return the claim of a line; FormatError where it is none."""

    def keep(self, line: Any, record: Record) -> Record:
        """Return the claim that was read from a line, with what we would write differently."""


def plain(line: LineData) -> dict[str, Any]:
    """Return a line as a dictionary of plain values."""
    made: dict[str, Any] = msgspec.to_builtins(line)
    return made
