"""The card of a dataset: what only people know about it, as a release keeps it. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

LONGEST_LINE = 300
LONGEST_ANSWER = 4000
# What no paper can hold, and what would end a line unseen. Line feeds are kept.
_ODD = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\x85\u2028\u2029\ufeff\ud800-\udfff]+")


class CardAnswers(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answers of a manager; what is empty was not answered."""

    summary: str = ""
    authors: tuple[str, ...] = ()
    citation: str = ""
    # Of claims, verdicts and the choice of evidence; page texts have that of their corpus.
    licence: str = ""
    # Without its resolver: 10.5281/zenodo.123.
    doi: str = ""
    contact: str = ""
    pay: str = ""
    consent: str = ""
    ethics_review: str = ""
    funding: str = ""
    offensive_content: str = ""
    # Whether releases tell who the annotators are, in groups.
    describes_people: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the answers that were given, as plain data."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> CardAnswers:
        """Read what `as_json` gave."""
        return msgspec.convert(plain, cls)

    @property
    def doi_address(self) -> str:
        """The address that leads to the dataset; empty without a DOI."""
        return f"https://doi.org/{self.doi}" if self.doi else ""

    @property
    def open_texts(self) -> tuple[str, ...]:
        """The texts in which people are named on purpose."""
        return (*self.authors, self.citation, self.contact)

    @property
    def answered(self) -> int:
        """The number of the datasheet's questions that are answered."""
        questions = (
            *(self.pay, self.consent, self.ethics_review),
            *(self.funding, self.offensive_content),
        )
        return sum(map(bool, questions))

    @property
    def answers(self) -> tuple[str, ...]:
        """The texts in which nobody of the campaign is named, unless they are named above."""
        return (
            self.summary,
            self.licence,
            self.pay,
            self.consent,
            self.ethics_review,
            self.funding,
            self.offensive_content,
        )


def clean_text(text: str) -> str:
    """Return a text with line feeds as its only control characters, and no empty ends."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(_ODD.sub(" ", line).rstrip() for line in lines).strip()


def clean_lines(text: str) -> str:
    """Return a text without empty lines."""
    return "\n".join(line.strip() for line in clean_text(text).split("\n") if line.strip())
