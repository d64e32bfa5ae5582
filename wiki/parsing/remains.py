"""The remains: lines with unmatched brackets or braces.

Everything balanced has been expanded already. mwparserfromhell interprets the rest, but it only
gets a few short, shallow lines: thirty kilobytes of ``{{a|`` take it half a minute, and deep
braces overflow its stack.
"""

import re

import mwparserfromhell

from wiki.parsing.limits import Limits
from wiki.parsing.markers import LOSSY

_BRACKETS = re.compile(r"\[\[+|\]\]+")
_BRACES = re.compile(r"\{\{+|\}\}+")


def settle_remains(text: str, limits: Limits) -> str:
    """Return the text without unpaired brackets and braces; removed braces are marked as lossy."""
    lines = text.split("\n")
    allowed = limits.wikicode_lines
    for number, line in enumerate(lines):
        if not (_BRACKETS.search(line) or _BRACES.search(line)):
            continue
        if allowed and _is_manageable(line, limits):
            allowed -= 1
            line = _second_opinion(line)
        line = _BRACKETS.sub("", line)
        lines[number] = _BRACES.sub(LOSSY, line)
    return "\n".join(lines)


def _is_manageable(line: str, limits: Limits) -> bool:
    """Return whether mwparserfromhell can handle a line; tags and tables are handled elsewhere."""
    return (
        len(line) <= limits.wikicode_characters
        and "<" not in line
        and "{|" not in line
        and line.count("{{") + line.count("[[") <= limits.wikicode_depth
    )


def _second_opinion(line: str) -> str:
    code = mwparserfromhell.parse(line, skip_style_tags=True)
    mark = LOSSY if code.filter_templates(recursive=False) else ""
    stripped: str = code.strip_code(normalize=False, collapse=False, keep_template_params=True)
    return mark + stripped
