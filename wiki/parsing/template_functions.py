"""Templates that need more than picking an argument: dates, measures, names, hatnotes."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from wiki.parsing.markers import BREAK, ENTRY, LINK_CLOSE, LINK_MIDDLE, LINK_OPEN
from wiki.parsing.template_units import AMOUNT_SYMBOLS, RANGE_WORDS, UNIT_NAMES, UNIT_SYMBOLS
from wiki.parsing.titles import normalise_title

if TYPE_CHECKING:
    from wiki.parsing.templates import Call

MONTHS = (
    "January February March April May June July August September October November December".split()
)
_YES = frozenset(["yes", "y", "true", "1", "on"])
_HOLE_BEFORE = re.compile(r"\b(?:at|in|near|of|from|to|is|are|around|about|by)\s*$", re.IGNORECASE)


def link(target: str, anchor: str = "") -> str:
    """Return a marked link, or the text itself where it already holds a link."""
    text = anchor or target
    title = normalise_title(target.partition("#")[0])
    if not title or LINK_OPEN in target or LINK_OPEN in text or any(c in title for c in "[]{}|<>"):
        return text
    return f"{LINK_OPEN}{title}{LINK_MIDDLE}{text}{LINK_CLOSE}"


def fill_hole(call: "Call", match: re.Match[str]) -> str:
    """Return coordinates as text where leaving them out would tear a hole into a sentence."""
    if "title" in call.named.get("display", ""):
        return ""
    before = match.string[max(0, match.start() - 20) : match.start()]
    return coordinates(call) if _HOLE_BEFORE.search(before) else ""


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


def spelled_date(year: str, month: str = "", day: str = "", *, month_first: bool = True) -> str:
    """Return a date in words from its parts; anything that is not a number is kept as it is."""
    if month.isdecimal() and 0 < int(month[:3]) <= 12:
        month = MONTHS[int(month[:3]) - 1]
    if day.isdecimal():
        day = day.lstrip("0") or day
    year = year.lstrip("0") if year.isdecimal() else year
    if not month:
        return year
    if not day:
        return f"{month} {year}".strip()
    return f"{month} {day}, {year}".strip(", ") if month_first else f"{day} {month} {year}".strip()


def _date(call: "Call") -> str:
    parts = [part for part in call.positional if part]
    if not parts:
        return " ".join(v for k, v in call.named.items() if k in ("year", "date"))
    if not parts[0].lstrip("-").isdecimal():
        return parts[0]
    month_first = call.named.get("df", "").lower() not in _YES
    return spelled_date(*parts[:3], month_first=month_first)


def _death_date(call: "Call") -> str:
    if len(call.positional) < 4:
        return _date(call)
    died = spelled_date(*call.positional[:3], month_first=call.named.get("df", "") not in _YES)
    age = _age(call.positional[3:6], call.positional[:3])
    return f"{died} (aged {age})" if age else died


def _age(born: tuple[str, ...], died: tuple[str, ...]) -> str:
    """Return an age in years where both dates are whole, else the span that is certain."""
    numbers = [int(part) for part in (*born, *died) if part.isdecimal()]
    if len(numbers) == 6:
        years = numbers[3] - numbers[0] - (tuple(numbers[4:]) < tuple(numbers[1:3]))
        return str(years) if 0 < years < 150 else ""
    if born and died and born[0].isdecimal() and died[0].isdecimal():
        years = int(died[0]) - int(born[0])
        return f"{years - 1}–{years}" if 0 < years < 150 else ""
    return ""


def _sortable_date(call: "Call") -> str:
    parts = list(call.positional[:3])
    if len(parts) == 1 or (parts and not parts[0].isdecimal() and parts[0]):
        return " ".join(part for part in parts if part)
    parts += [""] * (3 - len(parts))
    day_first = call.named.get("format", "").lower().startswith("dmy")
    return spelled_date(parts[0], parts[1], parts[2], month_first=not day_first)


def _as_of(call: "Call") -> str:
    phrase = call.named.get("alt", "")
    if phrase:
        return phrase
    date = spelled_date(*call.positional[:3], month_first=False) if call.positional else ""
    start = "since" if call.named.get("since") else "as of"
    start = start if call.named.get("lc", "").lower() in _YES else start.capitalize()
    return f"{start} {date}".strip()


def _convert(call: "Call") -> str:
    """Return the measure that the author wrote, without the converted one."""
    parts = list(call.positional)
    short = call.name in ("cvt", "convert/sandbox") or call.named.get("abbr", "") in ("on", "in")
    adjective = call.named.get("adj", "").startswith("on")
    words: list[str] = []
    while parts and _is_amount(parts[0]):
        amount = parts.pop(0)
        if parts and parts[0].lower() in RANGE_WORDS:
            words.append(amount + RANGE_WORDS[parts.pop(0).lower()])
            continue
        unit = parts.pop(0) if parts else ""
        words.append(_measure(amount, unit, short=short, adjective=adjective))
        # Feet and inches, pounds and ounces: the second amount belongs to the first.
        if not (len(parts) >= 2 and _is_amount(parts[0]) and parts[1] in ("in", "oz", "lb", "ft")):
            break
        words.append(" ")
    return "".join(words) or " ".join(call.positional[:2])


def _is_amount(text: str) -> bool:
    return bool(text) and (text[0].isdecimal() or text[0] in "-−+.–" and text[1:2].isdecimal())


def _measure(amount: str, unit: str, *, short: bool, adjective: bool) -> str:
    amount = re.sub(r"(\d)\s*\+\s*(?=\d+/)", r"\1 ", amount)
    if re.fullmatch(r"-?\d{5,}", amount):
        amount = f"{int(amount):,}"
    if short or unit not in UNIT_NAMES:
        return f"{amount} {UNIT_SYMBOLS.get(unit, unit)}".strip()
    singular, plural = UNIT_NAMES[unit]
    if adjective:
        return f"{amount}-{singular}"
    return f"{amount} {singular if amount == '1' else plural}"


def _format_number(call: "Call") -> str:
    number = call.get(1)
    return f"{int(number):,}" if re.fullmatch(r"-?\d{4,30}", number) else number


def _value(call: "Call") -> str:
    """Return ``{{val|1.5|0.1|e=3|u=kg}}`` as ``1.5±0.1×10^3 kg``."""
    number = _format_number(call)
    if call.get(2):
        number += f"±{call.get(2)}"
    power = call.named.get("e", "")
    number += f"×10^{power}" if power else ""
    unit = call.named.get("u") or call.named.get("ul") or call.named.get("up") or ""
    return f"{number} {unit}".strip()


def _fraction(call: "Call") -> str:
    parts = call.positional
    if len(parts) >= 3:
        return f"{parts[0]} {parts[1]}/{parts[2]}"
    return "/".join(parts) if len(parts) == 2 else f"1/{call.get(1)}"


def _amount(call: "Call") -> str:
    return AMOUNT_SYMBOLS[call.name] + call.get(1)


def _native(call: "Call") -> str:
    """Return a foreign wording, with its translation where one is given."""
    meaning = call.named.get("lit") or call.named.get("translation") or call.get(3)
    language = LANGUAGES.get(call.name.removeprefix("lang-"), "")
    text = f"{language}: {call.get(1)}" if language else call.get(1)
    latin = call.get(2)
    text += f", {latin}" if latin else ""
    return f"{text}, '{meaning}'" if meaning else text


def _foreign_wording(call: "Call") -> str:
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


LANGUAGES = dict(
    pair.split(":")
    for pair in (
        "uk:Ukrainian es:Spanish de:German ar:Arabic ru:Russian th:Thai fr:French it:Italian la:Latin "
        "ja:Japanese zh:Chinese ko:Korean pl:Polish pt:Portuguese nl:Dutch sv:Swedish da:Danish "
        "no:Norwegian fi:Finnish el:Greek he:Hebrew fa:Persian tr:Turkish hi:Hindi bn:Bengali "
        "ur:Urdu cs:Czech sk:Slovak hu:Hungarian ro:Romanian bg:Bulgarian sr:Serbian hr:Croatian "
        "be:Belarusian lt:Lithuanian lv:Latvian et:Estonian ga:Irish gd:Gaelic cy:Welsh is:Icelandic "
        "ka:Georgian hy:Armenian az:Azerbaijani kk:Kazakh vi:Vietnamese id:Indonesian ms:Malay "
        "sa:Sanskrit ta:Tamil te:Telugu pa:Punjabi mr:Marathi ca:Catalan eu:Basque gl:Galician "
        "sl:Slovene mk:Macedonian sq:Albanian af:Afrikaans sw:Swahili tl:Tagalog yi:Yiddish "
        "grc:Greek rue:Rusyn crh:Tatar nds:Saxon nv:Navajo qu:Quechua gn:Guaraní"
    ).split()
)

FUNCTIONS: dict[str, Callable[["Call"], str]] = {
    name: function
    for function, names in (
        (
            _date,
            "birth date|birth date and age|bda|dob|birth-date|birth date and age2|start date|"
            "start date and age|end date|end date and age|film date|release date|birth year and age|"
            "birth-date and age|death year and age|date|d-da|launch date|start-date|end-date|date-|"
            "death-date|death date|release date and age|event date|birth based on age as of date",
        ),
        (_death_date, "death date and age|dda|death-date and age|death date and given age"),
        (_sortable_date, "dts|dtsh|date table sorting|sort date|date sort|dtsm"),
        (_as_of, "as of|asof|as of?"),
        (_convert, "convert|cvt|conv|convinfobox|cv"),
        (_format_number, "formatnum|nts|number table sorting|ntsh|commas|number|val/units|numsep|fmtn"),
        (_value, "val|val2|physical value"),
        (_fraction, "frac|sfrac|fraction|tfrac|frac2|sfrac2"),
        (_native, "zh"),
        (_foreign_wording, "langx"),
        (_exchange, "nyse|nasdaq|lse|tyo|tsx|sehk|asx|euronext|fwb|bse|nse|six|bit|bmad|otc pink|nyse american|krx"),
        (_old_style, "oldstyledate|old style date|osd|oldstyledatedy|old style date dy"),
        (_f_number, "f/|f-number"),
        (_korean, "korean|ko-hhrm|korean name"),
        (_last, "transl|transliteration|rtl-lang|script|zh-tr"),
        (_nihongo, "nihongo|nihongo2|nihongo3|nihongo4|nihongo core|nihongo krt|nihongo foot"),
        (
            _flag,
            "flag|flagu|flagcountry|flag+|flagc|flag country|flagathlete|flagcu|flag team|flagteam|"
            "country|flagioc|flagioc2|fb-rt|flagpresident|flaglink|flaglist",
        ),
        (_sort_name, "sortname|sn"),
        (_marriage, "marriage|married|marriage2"),
        (_quote, "quote box|rquote|quotebox|quote|quotation|blockquote|cquote|bquote|pull quote|poemquote"),
        (_height, "height|ft in"),
        (_duration, "duration|hms|runtime"),
        (_collapsible_list, "collapsible list|collapsed list|hidden list|nowrap list|tree list|list collapsed"),
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
        (_wrapped("10^"), "e|10^"),
        (_player, "fs player|football squad player|fs player2|listplayer|listplayersp|nat fs player|nat fs g player|fb si player"),
        (_amount, "|".join(AMOUNT_SYMBOLS)),
    )
    for name in names.split("|")
}  # fmt: skip


def hatnote(start: str, call: "Call") -> str:
    """Return ``Main article: A and B`` with links."""
    links = []
    for number, part in enumerate(call.positional, 1):
        if part:
            label = call.named.get(f"l{number}") or call.named.get(f"label {number}", "")
            shown = label or part.replace("#", " § ")
            links.append(link(part, shown))
    if not links:
        return ""
    joined = links[0] if len(links) == 1 else ", ".join(links[:-1]) + " and " + links[-1]
    start = start.replace("article", "articles") if len(links) > 1 else start
    return f"{start}: {joined}" if not start.endswith("see") else f"{start} {joined}"


def _about(call: "Call", title: str) -> str:
    parts = [f"This article is about {call.get(1)}."] if call.get(1) else []
    return " ".join([*parts, *_pairs(call.positional[1:], title)])


def _for(call: "Call", title: str) -> str:
    target = call.get(2) or f"{title} (disambiguation)"
    others = [link(part) for part in call.positional[2:] if part]
    targets = " and ".join([link(target), *others])
    return f"For {call.get(1) or 'other uses'}, see {targets}."


def _other_uses(call: "Call", title: str) -> str:
    return f"For other uses, see {link(call.get(1) or f'{title} (disambiguation)')}."


def _redirect(call: "Call", title: str) -> str:
    start = f'"{call.get(1)}" redirects here.' if call.get(1) else ""
    return " ".join([start, *_pairs(call.positional[1:], call.get(1) or title)])


def _redirect_two(call: "Call", title: str) -> str:
    start = f'"{call.get(1)}" and "{call.get(2)}" redirect here.'
    return " ".join([start, *_pairs(call.positional[2:], call.get(1) or title)])


def _distinguish(call: "Call", title: str) -> str:
    text = call.named.get("text")
    links = " or ".join(link(part) for part in call.positional if part)
    return f"Not to be confused with {text or links}."


def _plain(call: "Call", title: str) -> str:
    return call.get(1) or call.named.get("text", "")


def _pairs(parts: tuple[str, ...], title: str) -> list[str]:
    """Return ``For X, see Y.`` for each pair of arguments; without any, the usual other uses."""
    sentences = []
    for use, target in zip(parts[::2], [*parts[1::2], ""], strict=False):
        if use and use != "and":
            see = link(target or f"{title} (disambiguation)")
            sentences.append(f"For {use}, see {see}.")
    return sentences or [f"For other uses, see {link(f'{title} (disambiguation)')}."]


HATNOTE_FUNCTIONS: dict[str, Callable[["Call", str], str]] = {
    name: function
    for function, names in (
        (_about, "about|about2|this"),
        (_for, "for|for2|for multi|other people|other places"),
        (
            _other_uses,
            "other uses|otheruses|other uses2|otheruses4|otheruse|other|two other uses|"
            "other persons|other hurricanes|other ships|redirect-other|disambig-link",
        ),
        (_redirect, "redirect|redirects|redirect-distinguish|redirect3|redirect-synonym"),
        (_redirect_two, "redirect2|redirect-multi|redirect2-multi"),
        (_distinguish, "distinguish|distinguish2|not to be confused with|confused|distinguished"),
        (_plain, "hatnote|dablink|rellink|disambiguation link|selfref|italic hatnote|family name hatnote"),
    )
    for name in names.split("|")
}  # fmt: skip

_MAGIC: dict[str, Callable[[str], str]] = {
    "formatnum": lambda text: f"{int(text):,}" if re.fullmatch(r"-?\d{4,30}", text) else text,
    "lc": str.lower,
    "uc": str.upper,
    "ucfirst": lambda text: text[:1].upper() + text[1:],
    "lcfirst": lambda text: text[:1].lower() + text[1:],
    "anchorencode": lambda text: text,
    "nowrap": lambda text: text,
}


def magic_word(name: str, parts: list[str], title: str) -> str | None:
    """Return what a magic word or parser function gives, or None when the name is no such thing."""
    if name in ("pagename", "fullpagename", "basepagename", "subpagename"):
        return title
    if ":" not in name:
        if name.startswith("lang-") or name.startswith("ipa-"):
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
