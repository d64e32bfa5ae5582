"""Infoboxes: a template's named parameters as rows with a label and a value.

Only the template knows which label a parameter has on the rendered page. Most names read well
once prettified, and the important exceptions are listed.
"""

import re
from dataclasses import dataclass

from wiki.parsing.markers import BOX_OPEN, BREAK, DROPPED, ENTRY, NEWLINE, NOTHING
from wiki.parsing.wordlists import names, words

_LABELS = {
    "p": "Part",
    "birth_date": "Born", "born": "Born", "birth_place": "Place of birth", "death_date": "Died",
    "died": "Died", "death_place": "Place of death", "birth_name": "Birth name",
    "resting_place": "Resting place", "alma_mater": "Alma mater", "occupation": "Occupation",
    "years_active": "Years active", "known_for": "Known for", "native_name": "Native name",
    "population_total": "Population", "area_total_km2": "Area (km²)",
    "area_total_sq_mi": "Area (sq mi)", "area_km2": "Area (km²)", "area_sq_mi": "Area (sq mi)",
    "elevation_m": "Elevation (m)", "elevation_ft": "Elevation (ft)",
    "subdivision_type": "Subdivision", "established_date": "Established",
    "population_density_km2": "Density (per km²)",
    "population_density_sq_mi": "Density (per sq mi)", "population_as_of": "Population as of",
    "utc_offset": "UTC offset", "postal_code": "Postal code", "area_code": "Area code",
    "leader_name": "Leader", "leader_title": "Leader's title", "gdp_ppp": "GDP (PPP)",
    "gdp_nominal": "GDP (nominal)", "gdp_ppp_per_capita": "GDP (PPP) per capita",
    "gdp_nominal_per_capita": "GDP (nominal) per capita", "hdi": "HDI", "cctld": "Internet TLD",
    "calling_code": "Calling code", "num_employees": "Number of employees",
    "key_people": "Key people", "net_income": "Net income",
    "operating_income": "Operating income", "traded_as": "Traded as", "iso_code": "ISO code",
    "isbn": "ISBN", "oclc": "OCLC", "imdb_id": "IMDb", "rev1": "Review", "regnum": "Kingdom",
    "phylum": "Phylum", "classis": "Class", "ordo": "Order", "familia": "Family",
    "divisio": "Division", "subordo": "Suborder", "superordo": "Superorder",
    "unranked_classis": "Class", "genus": "Genus", "species": "Species",
    "binomial": "Binomial name", "status": "Status", "subfamilia": "Subfamily",
    "superfamilia": "Superfamily", "subphylum": "Subphylum", "tribus": "Tribe",
    "clubnumber": "Squad number", "currentclub": "Current club", "nationalteam": "National team",
    "fullname": "Full name", "full_name": "Full name", "nickname": "Nickname",
    "nicknames": "Nicknames", "homepage": "Website", "url": "Website",
    "gdp_ppp_rank": "GDP (PPP) rank", "time_zone": "Time zone",
    "firstflight": "First flight", "lastflight": "Last flight",
    "firstcrewed": "First crewed flight", "launchsite": "Launch site",
    "worldchampion": "World champion", "womensworldchampion": "Women's world champion",
    "peakrating": "Peak rating", "fideid": "FIDE ID", "headcoach": "Head coach",
    "goldnoc": "Gold (country)", "silvernoc": "Silver (country)",
    "bronzenoc": "Bronze (country)", "pb": "Personal best", "subdivision_name": "Part of",
    "placeofbirth": "Place of birth", "dateofbirth": "Born", "youthclubs": "Youth clubs",
    "nationalcaps": "National caps", "nationalgoals": "National goals", "maxdepth": "Max depth",
}  # fmt: skip

# The parameters that may have the title, in order of preference.
_TITLES = names(
    """
    name|election_name|above|title|conventional_long_name|common_name|show_name|company_name|
    official_name|album|team|club_name|clubname|ship_name|playername|event|settlement_name|
    airline|person_name|taxon|bridge_name|station_name
    """
)

_DROPPED_PARAMETER = re.compile(
    r"(?:^|_|\b|\d)(?:image|images|img|photo|logo|icon|map|pushpin|coord|coords|coordinates|caption|"
    r"alt|size|width|height_px|upright|colou?r|colwidth|bg|background|style|css|class|signature|flag|"
    r"seal|shield|emblem|symbol_type|latd|latm|lats|latns|longd|longm|longs|longew|lat|lon|long|"
    r"latitude|longitude|lat_deg|footnotes?|footnotes|ref|refs|notes?_ref|embed|child|module_footnotes|"
    r"thumb|sound|audio|file|filename|crop|cropped|landscape|dim|zoom|display|nocat|nosort|"
    r"autoformat|italic|list_style|box_width|bodystyle|mapsize|imagesize|skin|socks|shorts|body|"
    r"pattern|leftarm|rightarm|pattern_la|pattern_b|status_system|status_ref|cat|qid|fetchwikidata|"
    r"onlysourced|noicon|suppressfields|refnum|listen|below|dateformat|language_code|no_recurs)"
    r"(?:\d+[a-z]?)?(?:$|_)",
    re.IGNORECASE,
)
_LAYOUT_PARAMETER = re.compile(
    r"(?:image|map|photo|logo|pushpin|flag|kit|pattern|pyramid|skyline|symbol)[_ ]"
    r"|(?:image|photo|logo|map|caption|collapsible|collapsed|state|embed|child|type_image)\d*$"
    r"|.*(?:_image|_map|caption|size|width|_alt|link)\d*$",
    re.IGNORECASE,
)
# Named like layout but content, unless the value says otherwise.
_CONTENT_PARAMETERS = frozenset(
    names(
        """
        architectural_style|architecture_style|body_style|fighting_style|governing_body|
        legislative_body|regulatory_body|sanctioning_body|class|ship_class|vehicle_class|size|
        angular_size|fleet_size|crew_size|team_size|company_size|audio_format|eye_color|
        eye_colour|hair_color|hair_colour|width
        """
    )
)
_LAYOUT_VALUE = re.compile(
    r"\s*(?:[\d.x]+\s*(?:px|em|ex|%)?|#[0-9a-f]{3,6}|[a-z-]+\s*:.*)\s*", re.IGNORECASE
)
_EMBEDDING = re.compile(r"(?:embed|child)\d*")
_ACRONYMS = words("isin iata icao tld gdp hdi utc iso cas faa lccn dst mp mps ceo id nrhp unesco")
_GENERIC = re.compile(r"(label|data|header|rowheader)(\d+)$")
_BLANK_NAME = re.compile(r"blank(\d*)_name(.*)")
_NUMBERED = re.compile(r"(.*?)[_ ]?(\d+)$")
_EMPTY = re.compile(rf"[\s{DROPPED}{NEWLINE}{BREAK}{ENTRY}{NOTHING}]*")
_FILE_NAME = re.compile(r"[^\n]{1,200}\.(?:jpe?g|png|svg|gif|tiff?|webp|ogg|pdf)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Infobox:
    """The rows of an infobox: a label and a value; a row without a value is a heading."""

    title: str
    rows: tuple[tuple[str, str], ...]
    # The stamp of its start in the source.
    stamp: int | None = None


def infobox_of(parameters: dict[str, str], page_title: str) -> Infobox:
    """Return the infobox that a template's named parameters describe."""
    named = {
        key.strip().lower().replace(" ", "_"): value
        for key, value in parameters.items()
        if not _EMPTY.fullmatch(value) and not _FILE_NAME.fullmatch(value)
    }
    title_key = next((key for key in _TITLES if key in named), None)
    title = named.pop(title_key) if title_key else page_title
    rows: list[tuple[str, str]] = []
    spent: set[str] = set()
    for key, value in named.items():
        if key in spent:
            continue
        rows.extend(_rows(key, value, named, spent))
    return Infobox(title, tuple(rows))


def _rows(key: str, value: str, named: dict[str, str], spent: set[str]) -> list[tuple[str, str]]:
    """Return the row of a parameter, combined with the parameters that belong to it."""
    generic = _GENERIC.match(key)
    if generic:
        return _generic_row(generic, value, named, spent)
    if _is_layout(key) and not _is_content(key, value):
        return []
    if key in ("birth_date", "death_date", "birth_place", "death_place"):
        event = key.partition("_")[0]
        parts = [named.get(f"{event}_date", ""), named.get(f"{event}_place", "")]
        spent.update((f"{event}_date", f"{event}_place"))
        return [("Born" if event == "birth" else "Died", BREAK.join(filter(None, parts)))]
    if "term_start" in key or "termstart" in key:
        end = key.replace("start", "end")
        spent.add(end)
        return [("In office", f"{value} – {named.get(end, 'present')}")]
    if key.endswith("_start") and f"{key[:-6]}_end" in named:
        spent.add(f"{key[:-6]}_end")
        return [(_prettify(key[:-6]), f"{value} – {named[f'{key[:-6]}_end']}")]
    return _labelled_row(key, value, named, spent)


def _labelled_row(
    key: str, value: str, named: dict[str, str], spent: set[str]
) -> list[tuple[str, str]]:
    """Return a row whose label may be the value of another parameter (``leader_title1``)."""
    blank = _BLANK_NAME.fullmatch(key)
    if blank and f"blank{blank[1]}_info{blank[2]}" in named:
        spent.add(f"blank{blank[1]}_info{blank[2]}")
        return [(value, named[f"blank{blank[1]}_info{blank[2]}"])]
    for title, name in (
        ("subdivision_type", "subdivision_name"),
        ("established_title", "established_date"),
        ("established_event", "established_date"),
        ("blank_name", "blank_info"),
        ("blankname", "namedata"),
        ("leader_title", "leader_name"),
        ("parts_type", "parts"),
    ):
        if title in key and key.replace(title, name) in named:
            other = key.replace(title, name)
            spent.add(other)
            return [(value, named[other])]
        if name in key and key.replace(name, title) in named:
            spent.add(key.replace(name, title))
            return [(named[key.replace(name, title)], value)]
    return [(_prettify(key), value)]


def _generic_row(
    match: re.Match[str], value: str, named: dict[str, str], spent: set[str]
) -> list[tuple[str, str]]:
    kind, number = match[1], match[2]
    if kind in ("header", "rowheader"):
        return [(value, "")]
    label, content = named.get(f"label{number}", ""), named.get(f"data{number}", "")
    spent.update((f"label{number}", f"data{number}"))
    return [(label, content)] if content else []


def _is_layout(key: str) -> bool:
    return (
        not key
        or key[0] in "<{#"
        or _LAYOUT_PARAMETER.match(key) is not None
        or _DROPPED_PARAMETER.search(key.replace("-", "_").replace(" ", "_")) is not None
    )


def _is_content(key: str, value: str) -> bool:
    """Return whether a parameter named like layout has content."""
    if _EMBEDDING.fullmatch(key):
        return BOX_OPEN in value
    return key in _CONTENT_PARAMETERS and _LAYOUT_VALUE.fullmatch(value) is None


def _prettify(key: str) -> str:
    """Return a parameter's name as a label."""
    plain = key.strip().lower().replace(" ", "_").replace("-", "_")
    if plain in _LABELS:
        return _LABELS[plain]
    numbered = _NUMBERED.match(plain)
    if numbered and numbered[1] in _LABELS:
        return _LABELS[numbered[1]]
    plain = re.sub(r"(?<=[a-z])\d+(?=_)", "", plain)
    numbered = _NUMBERED.match(plain)
    stem = numbered[1] if numbered and numbered[1] else plain
    text = " ".join(
        word.upper() if word in _ACRONYMS else word for word in stem.replace("_", " ").split()
    )
    if text.endswith((" km2", " sq mi")):
        text = re.sub(r" (km2|sq mi)$", r" (\1)", text)
    return text[:1].upper() + text[1:]
