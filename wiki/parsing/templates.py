"""Rendering of templates according to ``template_data``.

``render`` is called for every template of a page, the innermost first, so its arguments contain
no templates. An unknown template is replaced by its positional arguments, is counted, and marks
its element as lossy.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from wiki.parsing import template_data as data
from wiki.parsing import template_functions as functions
from wiki.parsing import template_hatnotes as hatnotes
from wiki.parsing.infobox import infobox_of
from wiki.parsing.markers import (
    BOX_CLOSE,
    BOX_OPEN,
    CITATION,
    DROPPED,
    ENTRY,
    FIRST_ENTRY,
    FLAG,
    HATNOTE,
    LOSSY,
    NEWLINE,
)
from wiki.parsing.places import stamp_of
from wiki.parsing.template_tables import table_of
from wiki.parsing.template_values import fraction

if TYPE_CHECKING:
    from wiki.parsing.expansion import Expansion

_BLANK = frozenset(f" \t{DROPPED}{FLAG}")
_LIST_ARGUMENT = re.compile(r"[ \t]*\n\s*[*#]")
_ENTRY_START = re.compile(r"^[*#]+", re.MULTILINE)
_NAME_TAIL = re.compile(r"<[^<>]*>|[\x00-\x1f]")


@dataclass(frozen=True, slots=True)
class Call:
    """One use of a template: its name and arguments."""

    name: str
    positional: tuple[str, ...]
    named: dict[str, str]

    @property
    def arguments(self) -> dict[str, str]:
        """All arguments by name; positional ones by their number."""
        return {**{str(n): text for n, text in enumerate(self.positional, 1)}, **self.named}

    def get(self, number: int) -> str:
        """Return the n-th positional argument, counting from 1, or ""."""
        return self.positional[number - 1] if len(self.positional) >= number else ""

    def first(self, *numbers: int) -> str:
        """Return the first of these arguments that is not empty."""
        return next((self.get(n) for n in numbers if self.get(n)), "")


def parse_call(name: str, parts: list[str]) -> Call:
    """Return a template's arguments; as in MediaWiki, named ones have an equals sign."""
    positional: list[str] = []
    named: dict[str, str] = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals:
            positional.append(part.strip())
            continue
        key = key.strip()
        if key.isdecimal() and 0 < int(key[:4]) < 1000:
            number = int(key[:4])
            positional.extend([""] * (number - len(positional)))
            positional[number - 1] = value.strip()
        else:
            named[key] = value.strip()
    return Call(name, tuple(positional), named)


@lru_cache(maxsize=16_384)
def normalise_name(raw: str) -> str:
    """Return a template's name in the spelling of the data tables."""
    name = " ".join(_NAME_TAIL.sub("", raw).replace("_", " ").split()).lower()
    for prefix in ("safesubst:", "subst:", "template:", "msg:"):
        name = name.removeprefix(prefix).lstrip()
    return name


def render(content: str, match: re.Match[str], page: "Expansion") -> str:
    """Return the text of a template, with markers, or "" if it is left out."""
    parts = content.split("|")
    name = normalise_name(parts[0])
    if name in data.DROPPED_NAMES:
        return functions.fill_gap(parse_call(name, parts[1:]), match) if name == "coord" else ""
    literal = data.LITERALS.get(name)
    if literal is not None:
        return literal
    call = parse_call(name, parts[1:])
    if name in data.ARGUMENTS:
        text = call.first(*data.ARGUMENTS[name]) or data.DEFAULT_TEXTS.get(name, "")
        return functions.end_attributes(text, match) if name in data.CELL_STATUSES else text
    if name in data.JOINED:
        return _joined(data.JOINED[name], [part for part in call.positional if part])
    function = functions.FUNCTIONS.get(name)
    if function is not None:
        text = function(call)
        return functions.keep_apart(text, match) if function is fraction else text
    return _render_rare(call, parts, match, page)


def _joined(separator: str, parts: list[str]) -> str:
    start = FIRST_ENTRY if separator == ENTRY and parts else ""
    return start + separator.join(parts)


def _render_rare(call: Call, parts: list[str], match: re.Match[str], page: "Expansion") -> str:
    """Render a template that is recognised by more than its name."""
    name = call.name
    if name in data.HATNOTES:
        return f"{NEWLINE}{HATNOTE}{hatnotes.hatnote(data.HATNOTES[name], call)}{NEWLINE}"
    if name in hatnotes.HATNOTE_FUNCTIONS:
        text = hatnotes.HATNOTE_FUNCTIONS[name](call, page.title)
        return f"{NEWLINE}{HATNOTE}{text}{NEWLINE}"
    box = infobox_of(call.named, page.title) if is_infobox(name) else None
    if box is not None and box.rows:
        page.boxes.append(replace(box, stamp=stamp_of(parts[0])))
        return f"{BOX_OPEN}{len(page.boxes) - 1}{BOX_CLOSE}"
    table = table_of(call)
    if table is not None:
        table.first_stamp = stamp_of(parts[0])
        page.boxes.append(table)
        return f"{BOX_OPEN}{len(page.boxes) - 1}{BOX_CLOSE}"
    if name in data.DATA_NAMES:
        page.unknown[name] += 1
        page.note(f"left out: the data of a template ({name})")
        return ""
    if name in data.LACKS_REFERENCES:
        return FLAG
    if name in ("article issues", "issues"):
        return FLAG if any(key.lower() in data.LACKS_REFERENCES for key in call.named) else ""
    if name in data.DISAMBIGUATIONS or name.endswith((" disambiguation", "disambig")):
        page.is_disambiguation = True
        return ""
    if name.startswith(data.CITATION_PREFIXES):
        return CITATION
    magic = functions.magic_word(name, parts, page.title)
    if magic is not None:
        return magic
    if _is_dropped(call):
        return ""
    return _render_unknown(call, parts, match, page)


def _is_dropped(call: Call) -> bool:
    """Return whether a template's name has a prefix or suffix of those that are left out."""
    if call.name.startswith(data.DROPPED_PREFIXES) or call.name.endswith(data.DROPPED_SUFFIXES):
        return True
    return call.name.endswith(data.DROPPED_BARE_SUFFIXES) and not any(call.positional)


def _render_unknown(call: Call, parts: list[str], match: re.Match[str], page: "Expansion") -> str:
    is_box = len(parts) == 1 and not page.open_templates and _is_alone(match)
    if not is_box and (text := page.transclude(parts[0], call.arguments)) is not None:
        return text
    page.unknown[call.name or "(no name)"] += 1
    if is_box:
        # Without arguments and on its own line, it is usually a navigation box.
        return ""
    kept = [part for part in call.positional if part]
    if kept and any(_LIST_ARGUMENT.match(part) for part in parts[1:]):
        # The mark is inside each entry, where it does not hide the start of the line.
        return NEWLINE + _ENTRY_START.sub(rf"\g<0>{LOSSY}", "\n".join(kept)) + NEWLINE
    if kept:
        return LOSSY + " ".join(kept)
    # A bare name is usually a word ("{{UKR}}"); one with named arguments is usually a box.
    if call.named or len(parts) > 1 or len(call.name) > 30:
        return LOSSY + DROPPED
    return LOSSY + parts[0].strip()


def _is_alone(match: re.Match[str]) -> bool:
    """Return whether a template is alone on its line."""
    text = match.string
    before, after = match.start(), match.end()
    while before > 0 and text[before - 1] in _BLANK:
        before -= 1
    while after < len(text) and text[after] in _BLANK:
        after += 1
    return (before == 0 or text[before - 1] == "\n") and (after == len(text) or text[after] == "\n")


def is_infobox(name: str) -> bool:
    """Return whether a template with this name is an infobox."""
    return (
        name.startswith("infobox")
        or name.endswith((" infobox", "-infobox"))
        or name in data.INFOBOX_NAMES
    )
