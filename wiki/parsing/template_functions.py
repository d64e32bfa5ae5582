"""Templates that need code: names, flags, quotations, magic words."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from wiki.parsing.markers import (
    BREAK,
    ENTRY,
    LINK_CLOSE,
    LINK_MIDDLE,
    LINK_OPEN,
    PIPE,
    SYNTAX_PIPE,
)
from wiki.parsing.template_units import AMOUNT_SYMBOLS, LANGUAGES
from wiki.parsing.template_values import (
    as_of,
    converted,
    death_date,
    formatted_number,
    fraction,
    grouped,
    plain_date,
    sortable_date,
    value,
)
from wiki.parsing.titles import normalise_title
from wiki.parsing.wordlists import names

if TYPE_CHECKING:
    from wiki.parsing.templates import Call

_GAP_BEFORE = re.compile(r"\b(?:at|in|near|of|from|to|is|are|around|about|by)\s*$", re.IGNORECASE)

_ATTRIBUTES_BEFORE = re.compile(
    r"(?:^[ \t]*[|!]|\|\||!!)(?:\s*\b(?:(?:row|col)span|style|align|valign|scope|width|bgcolor|"
    r"""data-sort-value)\s*=\s*(?:"[^"\n|]*"|'[^'\n|]*'|[^\s|"']+))+\s+\Z""",
    re.IGNORECASE | re.MULTILINE,
)


def link(target: str, anchor: str = "") -> str:
    """Return a marked link, or the text itself if it already contains a link."""
    target, _, shown = target.replace(PIPE, SYNTAX_PIPE).partition(SYNTAX_PIPE)
    text = (anchor or shown or target).replace(PIPE, SYNTAX_PIPE).rpartition(SYNTAX_PIPE)[2]
    title = normalise_title(target.partition("#")[0])
    if not title or LINK_OPEN in target or LINK_OPEN in text or any(c in title for c in "[]{}|<>"):
        return text
    return f"{LINK_OPEN}{title}{LINK_MIDDLE}{text}{LINK_CLOSE}"


def fill_gap(call: "Call", match: re.Match[str]) -> str:
    """Return coordinates as text if the sentence would have a gap without them."""
    if "title" in call.named.get("display", ""):
        return ""
    before = match.string[max(0, match.start() - 20) : match.start()]
    return coordinates(call) if _GAP_BEFORE.search(before) else ""


def coordinates(call: "Call") -> str:
    """Return ``52|30|N|13|24|E`` as ``52°30′N 13°24′E``."""
    signs = "°′″"
    text = ""
    place = 0
    for part in call.positional:
        if part.upper() in ("N", "S", "E", "W"):
            text += part.upper() + " "
            place = 0
        elif re.fullmatch(r"-?[\d.]+", part) and place < len(signs):
            text += part + signs[place]
            place += 1
    if text.endswith("°"):
        text = text.replace("°", "°, ").strip(", ")
    return text.strip()


def keep_apart(text: str, match: re.Match[str]) -> str:
    """Return a fraction, with a space before it if it follows a number."""
    return " " + text if match.string[max(0, match.start() - 1) : match.start()].isdigit() else text


def end_attributes(text: str, match: re.Match[str]) -> str:
    """Return a status, with a pipe before it if it follows the attributes of a table cell."""
    before = match.string[max(0, match.start() - 200) : match.start()]
    is_bare = "=" in before and _ATTRIBUTES_BEFORE.search(before) is not None
    return SYNTAX_PIPE + text if is_bare else text


def _amount(call: "Call") -> str:
    return AMOUNT_SYMBOLS[call.name] + call.get(1)


def _native(call: "Call") -> str:
    """Return foreign words, with their translation if one is given."""
    meaning = call.named.get("lit") or call.named.get("translation") or call.get(3)
    language = LANGUAGES.get(call.name.removeprefix("lang-"), "")
    text = f"{language}: {call.get(1)}" if language else call.get(1)
    latin = call.get(2)
    text += f", {latin}" if latin else ""
    return f"{text}, '{meaning}'" if meaning else text


def _foreign_words(call: "Call") -> str:
    language = LANGUAGES.get(call.get(1), "")
    return f"{language}: {call.get(2)}" if language else call.get(2)


def _last(call: "Call") -> str:
    return call.positional[-1] if call.positional else ""


def _exchange(call: "Call") -> str:
    return f"{call.name.upper()}: {call.get(1)}"


def _old_style(call: "Call") -> str:
    old = f" [O.S. {call.get(3)}]" if call.get(3) else ""
    return f"{call.get(1)} {call.get(2)}{old}"


def _f_number(call: "Call") -> str:
    return f"f/{call.get(1)}"


def _korean(call: "Call") -> str:
    named = call.named
    parts = [named.get("hangul") or call.get(1), named.get("hanja", ""), named.get("rr", "")]
    return "Korean: " + "; ".join(part for part in parts if part)


def _nihongo(call: "Call") -> str:
    english, kanji, romaji = call.get(1), call.get(2), call.get(3)
    inside = ", ".join(part for part in (kanji, romaji, call.get(4)) if part)
    if not english:
        english, inside = (romaji, kanji) if romaji else (kanji, "")
    return f"{english} ({inside})" if inside else english


def _flag(call: "Call") -> str:
    return link(call.get(1), call.named.get("name", "")) if call.get(1) else ""


def _sort_name(call: "Call") -> str:
    name = f"{call.get(1)} {call.get(2)}".strip()
    if call.named.get("nolink"):
        return name
    target = call.get(3) or (f"{name} ({call.named['dab']})" if call.named.get("dab") else name)
    return link(target, name)


def _marriage(call: "Call") -> str:
    ended = call.named.get("end", "")
    endings = {"div": "div.", "divorced": "div.", "d": "died", "died": "died", "w": "died"}
    span = f"m. {call.get(2)}" if call.get(2) else ""
    if call.get(3):
        span += f"; {endings.get(ended, 'until')} {call.get(3)}"
    return f"{call.get(1)} ({span})" if span else call.get(1)


def _quote(call: "Call") -> str:
    text = call.get(1) or call.named.get("text") or call.named.get("quote") or ""
    source = call.get(2) or call.named.get("author") or call.named.get("source") or ""
    return f"\n\n{text}{BREAK}— {source}\n\n" if text and source else f"\n\n{text}\n\n"


def _height(call: "Call") -> str:
    named = call.named
    if "m" in named or "cm" in named:
        return f"{named['m']} m" if "m" in named else f"{named['cm']} cm"
    return f"{named.get('ft', '')} ft {named.get('in', named.get('inch', '0'))} in".strip()


def _duration(call: "Call") -> str:
    parts = [call.named.get(k, "") for k in ("h", "m", "s")]
    parts = [a or b for a, b in zip(parts, [*call.positional, "", "", ""], strict=False)]
    return ":".join(part.zfill(2) if i else part for i, part in enumerate(p for p in parts if p))


def _collapsible_list(call: "Call") -> str:
    title = call.named.get("title", "")
    return ENTRY.join(part for part in (title, *call.positional) if part)


def _circa(call: "Call") -> str:
    return "c. " + " – c. ".join(part for part in call.positional if part)


def _inflation(call: "Call") -> str:
    return call.get(2)


def _reign(call: "Call") -> str:
    prefix = {"reign": "r. ", "floruit": "fl. ", "fl": "fl. ", "fl.": "fl. ", "r.": "r. "}
    return prefix.get(call.name, "") + "–".join(part for part in call.positional if part)


def _wrapped(before: str, after: str = "") -> Callable[["Call"], str]:
    def render(call: "Call") -> str:
        return f"{before}{call.get(1)}{after}" if call.get(1) else ""

    return render


def _player(call: "Call") -> str:
    named = call.named
    parts = [
        named.get("no", ""),
        named.get("pos", ""),
        named.get("name", ""),
        named.get("other", ""),
    ]
    return f"\n* {' '.join(part for part in parts if part)}\n"


FUNCTIONS: dict[str, Callable[["Call"], str]] = {
    name: function
    for function, listed in (
        (
            plain_date,
            """
            birth date|birth date and age|bda|dob|birth-date|birth date and age2|start date|
            start date and age|end date|end date and age|film date|release date|
            birth year and age|birth-date and age|death year and age|date|d-da|launch date|
            start-date|end-date|date-|death-date|death date|release date and age|event date|
            birth based on age as of date
            """,
        ),
        (death_date, "death date and age|dda|death-date and age|death date and given age"),
        (sortable_date, "dts|date table sorting|sort date|date sort|dtsm"),
        (as_of, "as of|asof|as of?"),
        (converted, "convert|cvt|conv|convinfobox|cv"),
        (
            formatted_number,
            """
            formatnum|nts|number table sorting|commas|number|val/units|numsep|fmtn
            """,
        ),
        (value, "val|val2|physical value"),
        (fraction, "frac|sfrac|fraction|tfrac|frac2|sfrac2"),
        (_native, "zh"),
        (_foreign_words, "langx"),
        (
            _exchange,
            """
            nyse|nasdaq|lse|tyo|tsx|sehk|asx|euronext|fwb|bse|nse|six|bit|bmad|otc pink|
            nyse american|krx
            """,
        ),
        (_old_style, "oldstyledate|old style date|osd|oldstyledatedy|old style date dy"),
        (_f_number, "f/|f-number"),
        (_korean, "korean|ko-hhrm|korean name"),
        (_last, "transl|transliteration|rtl-lang|script|zh-tr"),
        (_nihongo, "nihongo|nihongo2|nihongo3|nihongo4|nihongo core|nihongo krt|nihongo foot"),
        (
            _flag,
            """
            flag|flagu|flagcountry|flag+|flagc|flag country|flagathlete|flagcu|flag team|flagteam|
            country|flagioc|flagioc2|fb-rt|flagpresident|flaglink|flaglist
            """,
        ),
        (_sort_name, "sortname|sn"),
        (_marriage, "marriage|married|marriage2"),
        (
            _quote,
            """
            quote box|rquote|quotebox|quote|quotation|blockquote|cquote|bquote|pull quote|
            poemquote
            """,
        ),
        (_height, "height|ft in"),
        (_duration, "duration|hms|runtime"),
        (
            _collapsible_list,
            """
            collapsible list|collapsed list|hidden list|nowrap list|tree list|list collapsed
            """,
        ),
        (_circa, "circa|c.|ca|ca.|circa2"),
        (_inflation, "inflation|inflation-year|inflation-fn"),
        (_reign, "reign|floruit|fl|fl.|r."),
        (_wrapped("née "), "née|nee"),
        (_wrapped("né "), "né"),
        (_wrapped("b. "), "born|b."),
        (_wrapped("d. "), "died|d."),
        (_wrapped("p. "), "page|p."),
        (_wrapped("[", "]"), "bracket|brackets|bracketed|interp|interpolation"),
        (_wrapped("⟨", "⟩"), "angle bracket|angle brackets"),
        (_wrapped("√"), "radic|sqrt"),
        (_wrapped("|", "|"), "abs|mabs"),
        (_wrapped("10^"), "10^"),
        (_wrapped("×10^"), "e"),
        # Tags are processed later, and decide whether it is an exponent.
        (_wrapped("<sup>", "</sup>"), "sup|smallsup|^"),
        (
            _player,
            """
            fs player|football squad player|fs player2|listplayer|listplayersp|nat fs player|
            nat fs g player|fb si player
            """,
        ),
        (_amount, "|".join(AMOUNT_SYMBOLS)),
    )
    for name in names(listed)
}


_MAGIC: dict[str, Callable[[str], str]] = {
    "formatnum": grouped,
    "lc": str.lower,
    "uc": str.upper,
    "ucfirst": lambda text: text[:1].upper() + text[1:],
    "lcfirst": lambda text: text[:1].lower() + text[1:],
    "anchorencode": lambda text: text,
    "nowrap": lambda text: text,
}


def magic_word(name: str, parts: list[str], title: str) -> str | None:
    """Return the text of a magic word or parser function, or None if the name is neither."""
    if name in ("pagename", "fullpagename", "basepagename", "subpagename"):
        return title
    if ":" not in name:
        if name.startswith(("lang-", "ipa-")):
            return _language(name, parts)
        return None
    word = name.partition(":")[0]
    argument = parts[0].partition(":")[2].strip()
    if word in _MAGIC:
        return _MAGIC[word](argument)
    if word in ("#if", "#ifeq", "#ifexist", "#ifexpr", "#switch"):
        return next((part.strip() for part in parts[1:] if part.strip()), "")
    return None


def _language(name: str, parts: list[str]) -> str:
    from wiki.parsing.templates import parse_call

    return "" if name.startswith("ipa-") else _native(parse_call(name, parts[1:]))
