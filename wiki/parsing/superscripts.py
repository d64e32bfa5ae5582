"""Exponents: "10^6", where dropping the tag alone would leave another number, "106".

Units ("km2"), ordinals ("1st") and isotopes ("14C") read well without a mark and get none.
"""

import html
import re

_SUPERSCRIPT = re.compile(r"<sup(?:\s[^<>]*)?>([^<>\n]{1,24})</sup\s*>", re.IGNORECASE)
_EXPONENT = re.compile(r"[+\-−–]?(?:\d+(?:[.,/]\d+)*[+\-−–]?|[kmnpqx](?:[+\-−–]\d+)?)")
# A number, a bracket, or a letter by itself that is no unit.
_BASE = re.compile(r"(?:\d|[^\W_][)\]]|(?<![^\W_])[a-cnp-rx-z])\Z")
# Italic letters are a variable, and after a subscript any number is an exponent or a charge.
_MARKED_BASE = re.compile(r"(?:\w''|\w</(?:i|var|em)>|</sub>)\Z", re.IGNORECASE)
_REACH = 12


def mark_exponents(text: str) -> str:
    """Return wikitext in which the superscripts that are exponents are written with a caret."""
    return _SUPERSCRIPT.sub(_replace, text)


def is_exponent(before: str, raised: str) -> bool:
    """Return whether a superscript after this text changes what the text means."""
    return _EXPONENT.fullmatch(raised) is not None and _BASE.search(before[-_REACH:]) is not None


def is_number(raised: str) -> bool:
    """Return whether a superscript can be an exponent at all."""
    return _EXPONENT.fullmatch(raised) is not None


def _replace(match: re.Match[str]) -> str:
    before = match.string[max(0, match.start() - _REACH) : match.start()]
    raised = html.unescape(match[1]).replace("''", "").strip()
    if is_exponent(before, raised) or (is_number(raised) and _MARKED_BASE.search(before)):
        return "^" + raised
    return match[0]
