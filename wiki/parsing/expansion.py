"""Expansion of links and templates into marked text, from the innermost outwards.

One regular expression finds every link and template that contains no other; each is replaced by
its text, and the search starts again. A pass is linear and the number of passes is bounded, so
neither depth nor unbalanced brackets can make a page expensive. Afterwards no pipe of a link or
template is left that could be mistaken for table markup.
"""

import html
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from wiki.parsing import templates
from wiki.parsing.definitions import FindDefinition, find_definition, template_title
from wiki.parsing.limits import Limits
from wiki.parsing.markers import (
    DROPPED,
    EQUALS,
    LINK_CLOSE,
    LINK_MIDDLE,
    LINK_OPEN,
    NEWLINE,
    NOTHING,
    PIPE,
    SYNTAX_PIPE,
)
from wiki.parsing.places import Places, last_stamp_before
from wiki.parsing.remains import settle_remains
from wiki.parsing.titles import normalise_title
from wiki.parsing.transclusion import NotPlainError, Transclusion, is_plain, parse_definition
from wiki.parsing.wordlists import words

_INNERMOST = re.compile(
    r"\[\[((?:[^\[\]{}]++|\[[^\[\]{}]*+\](?!\])|\{(?!\{)|\}(?!\}))*+)\]\]([a-z]*)"
    r"|\{\{((?:[^\[\]{}]++|\[(?!\[)|\](?!\])|\{(?!\{)|\}(?!\}))*+)\}\}"
)
# Two link brackets that are not closed or opened on their line.
_LONE_BRACKETS = re.compile(r"\[(\[)(?=[^\]\n]*(?:\n|\}\}))|\](\])")
_BRACKETS = ("[[", "]]", "{{", "}}")
_PARAMETER = re.compile(r"\{\{\{([^{}|]*)(?:\|([^{}]*))?\}\}\}")
_INNER_LINK = re.compile(f"{LINK_OPEN}[^{LINK_MIDDLE}]*{LINK_MIDDLE}|{LINK_CLOSE}")
_LANGUAGE = re.compile(r"(?:[a-z]{2,3}|simple|zh-[a-z-]+|be-[a-z-]+|roa-[a-z-]+|map-bms|nds-nl)")
_FILE_SPACES = words("file image datei bild fichier archivo imagen immagine bestand файл")
_CATEGORY_SPACES = words("category kategorie catégorie categoría категория категорія")
_INTERWIKI = words(
    """
    w wikt wiktionary s wikisource q wikiquote b wikibooks n wikinews v wikiversity c commons d
    wikidata m meta mw voy wikivoyage species wikispecies foundation media imdbname doi arxiv
    """
)
_PIPE_TEMPLATES = (
    ("{{!}}", SYNTAX_PIPE),
    ("{{!!}}", SYNTAX_PIPE * 2),
    ("{{!-}}", SYNTAX_PIPE + "-"),
    ("{{(!}}", "{" + SYNTAX_PIPE),
    ("{{!)}}", SYNTAX_PIPE + "}"),
    ("{{=}}", EQUALS),
    ("{{pipe}}", PIPE),
)


@dataclass(slots=True)
class Expansion:
    """The expansion of one page, with the facts found in its templates and links."""

    title: str
    limits: Limits
    categories: dict[str, None] = field(default_factory=dict)
    unknown: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    boxes: list[object] = field(default_factory=list)
    is_disambiguation: bool = False
    places: Places = field(default_factory=Places)
    find_definition: FindDefinition | None = None
    # The templates of the dump that are being expanded, and what was spent on them so far.
    open_templates: list[str] = field(default_factory=list)
    open_depth: int = 0
    template_calls: int = 0
    template_characters: int = 0

    def note(self, note: str) -> None:
        """Add a note for operators, once."""
        if note not in self.notes:
            self.notes.append(note)

    def expand(self, text: str) -> str:
        """Return the text with links as markers and templates as their text."""
        for template, replacement in _PIPE_TEMPLATES:
            if template in text:
                text = text.replace(template, replacement)
        text = self._passes(text)
        if any(bracket in text for bracket in _BRACKETS):
            first = min(at for bracket in _BRACKETS if (at := text.find(bracket)) >= 0)
            after = self.places.at(last_stamp_before(text, first)).replace("(", "(after ")
            self.notes.append(f"unbalanced: brackets or braces without a partner{after}")
            text = settle_remains(self._without_lone_brackets(text), self.limits)
        return text.replace(SYNTAX_PIPE, "|")

    def _passes(self, text: str) -> str:
        allowed = self.limits.expanded_characters
        for _ in range(self.limits.nesting):
            if "{{{" in text:
                text = _PARAMETER.sub(lambda match: match[2] or "", text)
            text, count = _INNERMOST.subn(self._replace, text)
            if not count:
                break
            if len(text) > allowed:
                self.notes.append("truncated: templates expand to more than the limit")
                text = text[:allowed]
        return text

    def transclude(self, name: str, arguments: Mapping[str, str]) -> str | None:
        """Return the text of a plain template of the dump; None if it has none, or is not plain."""
        if self.find_definition is None:
            return None
        title = template_title(name)
        if title in self.open_templates or len(self.open_templates) >= self.limits.template_depth:
            return None
        definition = find_definition(self.find_definition, title)
        if definition is None:
            return None
        self.template_calls += 1
        try:
            self._spend(len(definition))
            parsed = parse_definition(definition)
            self._open(title, parsed.depth)
            try:
                # An equals sign in an argument names no argument of another call.
                values = {key: text.replace("=", EQUALS) for key, text in arguments.items()}
                evaluation = Transclusion(values, self._passes, self._spend)
                text = evaluation.text_of(parsed.nodes)
                self._spend(len(text))
                text = self._passes(text.replace("{{=}}", EQUALS))
            finally:
                self.open_templates.pop()
                self.open_depth -= parsed.depth
        except NotPlainError:
            return None
        return text if is_plain(text) else None

    def _spend(self, characters: int) -> None:
        """Count characters of templates. Raise NotPlainError beyond the limits of a page."""
        self.template_characters += characters
        if (
            self.template_calls > self.limits.template_calls
            or self.template_characters > self.limits.template_characters
        ):
            self.note("truncated: templates of the dump beyond the limit are not expanded")
            raise NotPlainError

    def _open(self, title: str, depth: int) -> None:
        if self.open_depth + depth > self.limits.template_markup:
            raise NotPlainError
        self.open_depth += depth
        self.open_templates.append(title)

    def _without_lone_brackets(self, text: str) -> str:
        """Expand the templates that only an unpaired link bracket has blocked."""
        if "{{" not in text or "}}" not in text:
            return text
        return self._passes(_LONE_BRACKETS.sub(r"\1\2", text))

    def _replace(self, match: re.Match[str]) -> str:
        content = match[1]
        if content is not None:
            return self._link(content, match[2])
        output = templates.render(match[3], match, self)
        if not output:
            return DROPPED
        if output.startswith(("* ", "# ", "**")):
            # As in MediaWiki, a list begins on its own line.
            output = NEWLINE + output
        if output[0] in "\n\x15" or output[-1] in "\n\x15":
            output = _fit_lines(output, match)
        if output[0] in "-+}":
            # After a cell's pipe these would start a row or a caption, or end the table.
            output = NOTHING + output
        if "\n" in output:
            output = output.replace("\n", NEWLINE)
        if "|" in output:
            output = output.replace("|", PIPE)
        return output.replace("=", EQUALS) if "=" in output else output

    def _link(self, content: str, trail: str) -> str:
        target, piped, anchor = content.partition("|")
        target = target.strip()
        if ":" in target and not target.startswith(":"):
            space = target.partition(":")[0].rstrip().lower()
            if space in _FILE_SPACES:
                return DROPPED + trail
            if space in _CATEGORY_SPACES:
                name = resolve_target(target.partition(":")[2])
                if name:
                    self.categories.setdefault(name)
                return trail
            if not piped and _LANGUAGE.fullmatch(space):
                return trail
        if not piped:
            anchor = target.lstrip(":")
        elif not anchor.strip():
            anchor = _pipe_trick(target)
        if "\n" in target:
            return f"{anchor}{trail}"
        return self._marked(target.lstrip(":"), anchor, trail)

    def _marked(self, target: str, anchor: str, trail: str) -> str:
        if LINK_OPEN in anchor:
            anchor = _INNER_LINK.sub("", anchor)
        anchor = anchor.replace("|", PIPE) if "|" in anchor else anchor
        space = target.partition(":")[0].lower() if ":" in target else ""
        resolved = "" if space in _INTERWIKI or _foreign(space) else resolve_target(target)
        anchor += trail
        if not resolved or resolved[0] == "#":
            return anchor.lstrip("#").replace("=", EQUALS)
        stripped = anchor.strip()
        marked = f"{LINK_OPEN}{resolved}{LINK_MIDDLE}{stripped}{LINK_CLOSE}".replace("=", EQUALS)
        if len(stripped) == len(anchor):
            return marked
        return (" " if anchor[0].isspace() else "") + marked + " " * anchor[-1].isspace()


def _fit_lines(output: str, match: re.Match[str]) -> str:
    """Return a block without line breaks at its ends if it is already at the edge of a line.

    They would create empty lines, and an empty line ends a list. A block that needs an empty line,
    such as a quotation, gets one.
    """
    is_apart = output.startswith("\n\n")
    before = match.string[max(match.start() - 1, 0) : match.start()]
    after = match.string[match.end() : match.end() + 1]
    if before in ("", "\n"):
        output = "\n" * (is_apart and before == "\n") + output.lstrip("\n" + NEWLINE)
    if after in ("", "\n"):
        output = output.rstrip("\n" + NEWLINE) + "\n" * (is_apart and after == "\n")
    return output or DROPPED


def _foreign(space: str) -> bool:
    return 1 < len(space) < 4 and _LANGUAGE.fullmatch(space) is not None


def _pipe_trick(target: str) -> str:
    """Return the text that ``[[Target (x)|]]`` shows."""
    name = target.rpartition(":")[2]
    return re.sub(r"\s*\([^()]*\)$|,.*$", "", name).strip() or target


@lru_cache(maxsize=16_384)
def resolve_target(target: str) -> str:
    """Return a link's target as a normalised title, with its fragment if it has one."""
    if "&" in target:
        target = html.unescape(target)
    if "<" in target or "\x07" in target or "\x06" in target:
        target = re.sub(r"<[^<>]*>|[\x00-\x1f]", "", target)
    title, hash_sign, fragment = target.partition("#")
    title = normalise_title(title)
    if any(char in title for char in "[]{}|<>"):
        return ""
    fragment = " ".join(fragment.replace("_", " ").split())
    if any(char in fragment for char in "[]{}|<>"):
        fragment = ""
    return f"{title}#{fragment}" if hash_sign and fragment else title
