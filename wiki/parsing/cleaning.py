"""Cleaning: removal of comments, references, extension tags and control characters.

Each function goes through the text once. Closing tags are searched for only while there are any,
so that the time stays linear even on a page with a hundred thousand opening tags.
"""

import re
import unicodedata

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x85\u2028\u2029\ufeff\ud800-\udfff]")
# Tags that are removed with their content.
_DROPPED_TAGS = (
    "ref|references|gallery|timeline|score|hiero|imagemap|inputbox|categorytree|templatedata|"
    "templatestyles|mapframe|maplink|graph|indicator|syntaxhighlight|source|includeonly|section|"
    "style|script"
)
# Tags whose content is text, even if it looks like markup.
_VERBATIM_TAGS = "nowiki|pre|math|chem|ce|poem"
_EXTENSION = re.compile(
    rf"<!--|<({_DROPPED_TAGS}|{_VERBATIM_TAGS})(?=[\s/>])([^<>]*)>", re.IGNORECASE
)
_CLOSERS = {
    name: re.compile(rf"</{name}\s*>", re.IGNORECASE)
    for name in f"{_DROPPED_TAGS}|{_VERBATIM_TAGS}".split("|")
}
_INCLUSION = re.compile(r"</?(?:noinclude|onlyinclude)\s*/?>", re.IGNORECASE)
_SWITCH = re.compile(r"__[A-Z]{3,25}__")
_ESCAPES = {ord(char): f"&#{ord(char)};" for char in "[]{}|'<>=*#:;!_-~\\"}
_TEX_LAYOUT = re.compile(r"\\(?:displaystyle|textstyle|left|right|,|;|!|quad|qquad)(?![a-zA-Z])")
# Marks a comment that filled a whole line, until the line is removed.
_LINE_GONE = "\x00"
_REDIRECT = re.compile(r"\s*#REDIRECT\s*:?\s*\[\[([^\[\]|{}\n]+)", re.IGNORECASE)


def redirect_target(text: str) -> str | None:
    """Return the title that a page redirects to, or None."""
    match = _REDIRECT.match(text)
    return match[1].partition("#")[0].strip().lstrip(":") if match else None


def normalise(text: str) -> str:
    """Return the wikitext in NFC, with line feeds only and no control characters."""
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub("", text)


def strip_hidden(text: str) -> str:
    """Return normalised wikitext without comments, references and extension tags."""
    if "<" in text:
        text = _strip_extensions(text).replace(_LINE_GONE + "\n", "")
        text = _INCLUSION.sub("", text)
    if "__" in text:
        text = _SWITCH.sub("", text)
    return text


def escape(text: str) -> str:
    """Return the text with all markup escaped; unescaping HTML entities reverses it."""
    return text.replace("&", "&amp;").translate(_ESCAPES)


def _strip_extensions(text: str) -> str:
    parts: list[str] = []
    done = 0
    missing: set[str] = set()
    position = 0
    while match := _EXTENSION.search(text, position):
        name = (match[1] or "comment").lower()
        parts.append(text[done : match.start()])
        content, end = _content(text, match, name, missing)
        parts.append(_replacement(text, match, name, content, end))
        done = position = end
    parts.append(text[done:])
    return "".join(parts)


def _content(text: str, match: re.Match[str], name: str, missing: set[str]) -> tuple[str, int]:
    """Return the text between an opening tag and its closing tag, and its end.

    Without a closing tag, only the opening tag is removed: better a stray note than a lost article.
    """
    start = match.end()
    if name == "comment":
        close = -1 if name in missing else text.find("-->", start)
        if close < 0:
            missing.add(name)
            return "", start
        return "", close + 3
    if match[2].endswith("/") or name in missing:
        return "", start
    closing = _CLOSERS[name].search(text, start)
    if closing is None:
        missing.add(name)
        return "", start
    return text[start : closing.start()], closing.end()


def _replacement(text: str, match: re.Match[str], name: str, content: str, end: int) -> str:
    if name == "comment":
        # A comment alone on its line is removed with the line, or it would split lists.
        alone = text[match.start() - 1 : match.start()] == "\n" and text[end : end + 1] == "\n"
        return _LINE_GONE if alone else ""
    if name in ("nowiki", "pre"):
        return escape(content.replace("\n", " "))
    if name in ("math", "chem", "ce"):
        return escape(" ".join(_TEX_LAYOUT.sub("", content).split()))
    if name == "poem":
        return content.replace("\n", "<br>")
    return ""
