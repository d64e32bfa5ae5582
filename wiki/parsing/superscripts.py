"""Exponents: "10^6", because without the tag it would be another number, "106".

Units ("km2"), ordinals ("1st") and isotopes ("14C") are clear without a caret and get none.
"""

import html
import re

_SUPERSCRIPT = re.compile(r"<sup(?:\s[^<>]*)?>([^<>\n]{1,24})</sup\s*>", re.IGNORECASE)
_EXPONENT = re.compile(r"[+\-−–]?(?:\d+(?:[.,/]\d+)*[+\-−–]?|[kmnpqx](?:[+\-−–]\d+)?)")
# A number, a bracket, or a single letter that is not a unit.
_BASE = re.compile(r"(?:\d|[^\W_][)\]]|(?<![^\W_])[a-cnp-rx-z])\Z")
# An italic letter is a variable, and a number after a subscript is an exponent or a charge.
_MARKED_BASE = re.compile(r"(?:\w''|\w</(?:i|var|em)>|</sub>)\Z", re.IGNORECASE)
_REACH = 12


def mark_exponents(text: str) -> str:
    """Return wikitext with a caret before the superscripts that are exponents."""
    return _SUPERSCRIPT.sub(_replace, text)


def is_exponent(before: str, raised: str) -> bool:
    """Return whether a superscript after this text is an exponent."""
    return _EXPONENT.fullmatch(raised) is not None and _BASE.search(before[-_REACH:]) is not None


def is_number(raised: str) -> bool:
    """Return whether a superscript can be an exponent."""
    return _EXPONENT.fullmatch(raised) is not None


def _replace(match: re.Match[str]) -> str:
    before = match.string[max(0, match.start() - _REACH) : match.start()]
    raised = html.unescape(match[1]).replace("''", "").strip()
    if is_exponent(before, raised) or (is_number(raised) and _MARKED_BASE.search(before)):
        return "^" + raised
    return match[0]
