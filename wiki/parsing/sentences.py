"""Sentences of a paragraph: sentencex proposes boundaries, and rules here reject some.

No sentence ends inside a link, before a lower-case word or after a listed abbreviation. sentencex
treats "10 m." as an abbreviation, so boundaries are added where a new sentence clearly begins.
"""

import re
from bisect import bisect_left
from itertools import pairwise

from sentencex import segment

from wiki.parsing.elements import Links
from wiki.parsing.wordlists import words

# Never the last word of a sentence.
_ABBREVIATIONS = words(
    """
    vol vols no nos eq eqs fig figs sec ch chap para paras var subsp ssp approx ca cf e.g i.e viz
    al gr lat lit op cit ibid art arts pp pg p ed eds rev trans transl hon mr mrs ms dr prof gen
    lt col sgt capt cmdr adm maj brig gov sen rep st ste mt ft messrs mme mlle sr.a pres vs v r fl
    b d m jan feb mar apr jun jul aug sept sep oct nov dec dept univ assn est pop nr incl excl pl
    pt tab res reg repr ser suppl abbr adj adv pron aka a.k.a c q.v s.v fr ger it sp port gk heb
    ar skt bros mass calif conn penn tenn wash ariz colo ill ind kan mich minn miss mont neb nev
    okla ore wis wyo ala ark del fla ga ky la md va vt tex
    """
)
# These may end a sentence: they are abbreviations only before a digit or a lower-case word.
_BEFORE_NUMBER = words(
    """
    no nos vol vols eq eqs fig figs sec ch chap para paras art pp p pg pl pt op approx ca c res
    tab v jan feb mar apr jun jul aug sept sep oct nov dec pop fl r b d est mass calif conn penn
    tenn wash ariz colo ill ind kan mich minn miss mont neb nev okla ore wis wyo ala ark del fla
    ga ky la md va vt tex m it sp port lit ft mt ed eds bros fr ger ar
    """
)
_LAST_WORD = re.compile(r"(?:^|[\s(\[\"'“‘])([^\W\d_]+(?:\.[^\W\d_]+)*)\.\s*$")
_ORDINAL_END = re.compile(r"\b(?:the|a|an|der|die|das|of)\s+\d{1,3}\.\s*$", re.IGNORECASE)
_INITIAL_START = re.compile(r"[^\w]*([^\W\d_]\S*)")
_STARTERS = (
    "It|He|She|They|The|This|These|Those|In|On|At|By|A|An|His|Her|Its|Their|After|But|However|"
    "When|As|There|We|For"
)
_UNITS = "m|km|cm|mm|ft|in|mi|yd|kg|g|lb|t|s|h|ha|l|L|W|kW|MW|Hz|V|K"
_MISSED = re.compile(rf"(?<=\d )(?:{_UNITS})\. (?=(?:{_STARTERS}) )")


def split_sentences(text: str, links: Links = ()) -> list[tuple[int, int]]:
    """Return the half-open ranges of the sentences of a paragraph."""
    if not text:
        return []
    starts = _boundaries(text)
    if starts:
        ends = [link.end for link in links]
        starts = [at for at in starts if _may_start(text, at, links, ends)]
    ranges: list[tuple[int, int]] = []
    for start, end in pairwise([0, *starts, len(text)]):
        start, end = _skip_space(text, start, end), _trim_space(text, start, end)
        if ranges and not any(char.isalnum() for char in text[start:end]):
            # A single bracket or full stop belongs to the sentence before it.
            ranges[-1] = (ranges[-1][0], max(end, ranges[-1][1]))
        elif start < end:
            ranges.append((start, end))
    return ranges


def _boundaries(text: str) -> list[int]:
    """Return the proposed start of each sentence except the first."""
    starts = []
    position = 0
    for piece in segment("en", text):
        if position and piece.strip():
            starts.append(position)
        position += len(piece)
    if position != len(text):
        return []
    missed = [match.end() for match in _MISSED.finditer(text)]
    return sorted({*starts, *missed}) if missed else starts


def _may_start(text: str, at: int, links: Links, ends: list[int]) -> bool:
    """Return whether a sentence may start at this position."""
    if links:
        following = bisect_left(ends, at + 1)
        if following < len(links) and links[following].start < at:
            return False
    after = text[at : at + 40].lstrip()
    word = _INITIAL_START.match(after)
    if word and word[1][0].islower() and word[1].islower():
        return False
    before = text[max(0, at - 40) : at]
    if _ORDINAL_END.search(before):
        return False
    last = _LAST_WORD.search(before)
    if last is None:
        return True
    abbreviation = last[1].lower()
    if abbreviation in _BEFORE_NUMBER:
        return not after[:1].isdecimal()
    return abbreviation not in _ABBREVIATIONS


def _skip_space(text: str, start: int, end: int) -> int:
    while start < end and text[start].isspace():
        start += 1
    return start


def _trim_space(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1].isspace():
        end -= 1
    return end
