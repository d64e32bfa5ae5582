"""Data about templates: their names and how each is rendered.

Names are lower-cased, with spaces for underscores. ``templates`` and ``template_functions``
contain the code. Add a template here if an import's list of unknown templates shows that it
matters.
"""

from wiki.parsing.wordlists import names

# Left out completely: notes, citation marks, maintenance, navigation, coordinates, layout.
DROPPED_NAMES = frozenset(
    names(
        """
        sfn|sfnp|sfnm|snf|sfnref|harv|harvnb|harvtxt|harvp|harvid|rp|r|ref|note|efn|efn-ua|efn-lr|
        efn-la|refn|notetag|ref label|note label|#tag:ref|cref|cnote|notelist|notelist-ua|reflist|
        references|refbegin|refend|références|note list|reflist-talk|sfn whitelist|anchor|anchors|
        visible anchor|vanchor|isbn|issn|oclc|lccn|doi|pmid|pmc|bibcode|arxiv|google books|
        books-inline|webarchive|wayback|dead link|deadlink|cbignore|subscription required|
        registration required|closed access|open access|free access|citation needed|cn|repetition|
        over-quotation|incomplete|map caption|collapsed infobox section begin|
        collapsed infobox section end|engvara|cs1 config|curlie|main category|opencorp|
        finance links|oed|satop|osmrelation|official website|no self-redirect|vspace|updated|
        sep entry|iep|in our time|discogs master|related articles|weather box/colpastel|
        hancinema person|ann|iafd name|afdb name|lookfrom|notefoot|iucn map|tooltip ref|
        clade gallery|section sizes|circular reference|refideas|verify|cleanup-bare urls|by who|
        clarify me|ambiguous|undue weight|undue|buzzword|fact|citation needed span|clarify|
        clarify span|when|who|which|where|whom|by whom|why|how|whose|according to whom|
        page needed|pn|full|full citation needed|better source needed|better source|
        failed verification|verify source|verification needed|vn|dubious|disputed inline|
        disputed-inline|pov statement|pov-inline|weasel inline|weasel-inline|peacock inline|
        update inline|update after|vague|specify|attribution needed|original research inline|or|
        synthesis inline|unreliable source?|unreliable source inline|self-published inline|
        self-published source|primary source inline|tone inline|definition needed|
        clarification needed|clarifyme|quantify|example needed|examples|elucidate|
        disambiguation needed|dn|medical citation needed|mcn|not in citation|nic|lead missing|
        date missing|year needed|year missing|time needed|name needed|speculation inline|
        contradiction inline|inconsistent|importance inline|short description|use dmy dates|
        use mdy dates|use british english|use american english|engvarb|use australian english|
        use canadian english|use indian english|use irish english|use oxford spelling|
        use new zealand english|use hiberno-english|use ymd dates|good article|featured article|
        featured list|link fa|link ga|italic title|italictitle|displaytitle|lowercase title|
        lowercase|title disambig|unicode title|correct title|pp|pp-move|pp-move-indef|pp-semi|
        pp-semi-indef|pp-vandalism|pp-protected|pp-pc|pp-pc1|pp-dispute|pp-blp|pp-30-500|
        pp-extended|portal|portal bar|portal-inline|portal box|portail|portals|
        sister project links|sister project|sisterlinks|commons|commons category|commonscat|
        commons-inline|commons category-inline|commonscat-inline|commons cat|wikiquote|wikisource|
        wikisource-inline|wikisource author|wiktionary|wiktionary-inline|wikivoyage|wikinews|
        wikibooks|wikispecies|wikiversity|wikidata|wikivoyage-inline|wikiatlas|wikispecies-inline|
        library resources box|authority control|normdaten|taxonbar|subject bar|navboxes|
        navboxes top|navboxes bottom|navbox|navbox with collapsible groups|sidebar|
        sidebar with collapsible lists|side box|succession box|coord|coordinates|coord missing|
        coor dms|coor dm|coor d|coor title dms|coor title dm|coor at dm|geodata|location map|
        location map+|location map~|location map many|osm location map|maplink|mapframe|
        graphic location|geographic location|geographic location 2|wide image|multiple image|
        double image|triple image|gallery|image frame|annotated image|annotated image 4|
        css image crop|css crop|superimpose|listen|audio|audio-nohelp|sound|spoken wikipedia|
        spoken wikipedia-2|video|external media|image|largethumb|photomontage|photo montage|
        legend|legend-line|legend2|legend inline|colorbox|color box|ipac-en|ipac-uk|ipac-fr|
        ipac-pl|ipac-es|ipac-de|ipac-cmn|ipac-ga|ipa-all|ipa-xx|pronunciation|pron-en|pronunc|
        respell|usdict|pronunciation respelling key|audio-ipa|h:title|contains special characters|
        special characters|ipa notice|ipa audio link|clear|clr|-|br clear|clear left|clear right|
        clearleft|clearright|toc|tocleft|tocright|toc left|toc right|toc limit|compact toc|
        horizontal toc|compacttoc8|col-begin|col-end|col-break|col-2|col-3|col-4|col begin|
        col end|col break|col-begin-small|div col|div col end|colbegin|colend|col div|end div col|
        column|columns|multicol|multicol-break|multicol-end|refcolumns|end|hidden begin|
        hidden end|collapse top|collapse bottom|flagicon|flag icon|flagicon image|flagdeco|
        country flag|noflag|flagg|decoration|medal|party icon|party color|party shading|
        election box begin|color icon|icon|padlock|#invoke|#expr|#time|fs start|fs end|fs mid|
        listplayer/start|listplayer/end|s-end|increase|decrease|steady|profit|loss|nochange|gain|
        arrow|up|down|stable|icon link|pdf|pdfnotice|xref|inuse|under construction|in use|current|
        uw|db|afd|prod|proposed deletion|hatnote templates|orphan|cleanup|cleanup-rewrite|
        cleanup section|copyedit|copy edit|wikify|underlinked|dead end|deadend|expand|
        expand section|expand list|empty section|missing information|stub|sect-stub|globalize|pov|
        npov|neutrality|advert|advertisement|news release|like resume|coi|autobiography|
        notability|tone|inappropriate tone|essay-like|essay|peacock|weasel|original research|
        synthesis|too many see also|overlinked|external links|lead too short|lead too long|
        lead rewrite|lead|inadequate lead|very long|long|too long|split|split section|merge|
        merge to|merge from|mergeto|mergefrom|move|rough translation|expand language|
        expand german|expand french|expand spanish|expand russian|expand ukrainian|
        expand japanese|expand italian|in popular culture|trivia|refspam|plot|overly detailed|
        fansite|fanpov|disputed|contradict|contradicts other|hoax|confusing|unclear|technical|
        update|outdated|out of date|recentism|jargon|story|prose|cleanup lang|manual|how-to|
        travel guide|more plot|all plot|no plot|in-universe|missing|incomplete list|dynamic list|
        dynamic list item|inconsistent citations|citation style|cleanup bare urls|bare urls|
        linkrot|link rot|cleanup link rot|chinese text|japanese text|contains chinese text|
        contains japanese text|contains korean text|contains indic text|contains arabic text|
        contains hebrew text|ukrainian cyrillic|korean text|indic text|ruby notice|needs ipa|
        ipa needed|non-free|see talk|shortcut|main page|top icon|geogroup|geogrouptemplate|kml|
        attached kml|defaultsort|#language|formatting error|wikt|in lang|noitalic|namespace|#if|
        zwj|zwsp|zwnj|dmoz|official|imdb|chart top|
        chart bottom|chart/start|chart/end|tree chart/start|tree chart/end|
        familytree/start|familytree/end|election box end|end box|s-start|start box|
        image label begin|image label end|image label small|template group|
        hidden|collapsible option|infobox footer|ran|sup ref|ref-uk|ref-ru|ref-en|ref-de|ref-fr|
        refa|cite needed|country study|source attribution|pd-notice|eb1911|1911|catholic|
        cathencyclopedia|jewishencyclopedia|cia world factbook link|osmrelation-inline|
        osm relation-inline|include-usgov|loc|free-content attribution|gutenberg author|
        internet archive author|librivox author|librivox|gutenberg|imdb name|imdb title|
        find a grave|discogs artist|musicbrainz artist|allmusic|facebook|twitter|instagram|
        youtube|vk|myspace|ntsh|dtsh|hs|hs2|sort key|hidden sort|hidden sort key|hid
        """
    )
)

# Left out although they contain data, because no code reads them; a note tells operators.
DATA_NAMES = frozenset(
    names(
        """
        weather box|climate chart|bar box|graph:chart|bar chart|pie chart|chart|tree chart|
        familytree
        """
    )
)

# Names with these prefixes and suffixes are left out, too.
DROPPED_PREFIXES = (
    "pp-", "use ", "s-", "defaultsort:", "displaytitle:", "ipac-", "audio", "commons",
    "wikisource", "#invoke:", "#tag:", "#expr:", "int:", "cleanup", "expand ", "contains ",
    "col-", "location map", "refbegin", "citation needed", "notelist", "navbox",
    "largest cities", "campaignbox", "ref-", "subpage", "portal", "library resources",
    "cabinet ", "countries of ",
)  # fmt: skip
DROPPED_SUFFIXES = (
    " navbox", "-stub", " sidebar", " stub", " icon", " topics", " needed", "-inline", " inline",
    " footer", " notice",
)  # fmt: skip
# Left out only without arguments: "party name with color" shows the name.
DROPPED_BARE_SUFFIXES = (" color", " style", " series", " elections", " template")

# Templates that show their n-th argument; of several numbers, the first non-empty one.
ARGUMENTS: dict[str, tuple[int, ...]] = {
    name: numbers
    for numbers, listed in (
        (
            (1,),
            """
            nowrap|nobr|nobreak|small|smaller|big|bigger|large|larger|nobold|normal|nbold|bold|
            italic|em|strong|strike|s|del|ins|underline|u|center|centre|smallcaps|sc|smallcaps2|
            plainlist|flatlist|flat list|endplainlist|longitem|ill|interlanguage link|illm|
            interlanguage link multi|sronly|midsize|allow wrap|wrap|nwr|cleanup span|abbr|abbrv|
            tooltip|abbreviation|hover title|sic|typo|as written|not a typo|proper name|
            sub|subsup|linktext|annotated link|unicode|music|ipa|ipalink|ipa link|ipablink|
            ipaslink|angbr|angbr ipa|braille cell|bl|won|nom|lost|centered pull quote|verse|
            poem quote|noitalics|nonitalic|pslink|avoid wrap|keep together|no wrap|glossary link|
            gli|term|defn|ghat|dfn|code|mono|tt|kbd|samp|notice|cot|hidden text|text|delink|
            nobullet|fixcolor|uppercase|mvar|math|var|columns-list|div column|column list|
            multiple column|small div|smalldiv|refhead|indented plainlist|title case|
            sentence case|okina|hangul|char|keypress|button|key press|bar percent|dubious span|
            disputed span|clarify-span|revise|circa date|wj|intro missing|currentdate|
            surname link|nbhyph|not typo|glossary term|nth|country data|baseball year|
            emoji|flagmedalist|multiple issues|inflation/year|iso 639 name|fb|fbicon|fb team|
            fbaicon|ru|cr|crw|ice hockey|ih|ihw|rut|ru-rt|bk|vb|cast listing|cast list|castlist
            """,
        ),
        (
            (2, 1),
            """
            lower|raise|nastaliq|lang-text|font|color|fgcolor|colored text|font color|fontcolor|
            background color|bgcolor|colour|lang|wikt-lang|resize|align|native name|native phrase|
            translation|sort|ct|tl-lang|textdiv|stack|snamei|nhle|cspan|
            coloredlink|color link|colored link|background|center block
            """,
        ),
        (
            (1, 2),
            """
            url|official url|no|yes|partial|n/a|na|unknown|tba|tbd|dunno|maybe|yes2|no2|sho|okay|
            good|bad|free|nonfree|proprietary|some|any|pending|table-yes|table-no|active|inactive|
            included|dropped|depends|nightly|site active
            """,
        ),
    )
    for name in names(listed)
}

# The text of a status template without an argument.
DEFAULT_TEXTS = {
    "won": "Won", "nom": "Nominated", "lost": "Lost", "yes": "Yes", "no": "No",
    "partial": "Partial", "n/a": "N/A", "na": "N/A", "unknown": "Unknown", "tba": "TBA",
    "tbd": "TBD", "dunno": "?", "maybe": "Maybe", "yes2": "Yes", "no2": "No",
    "sho": "Shortlisted", "okay": "Neutral", "some": "Some", "any": "Any", "pending": "Pending",
    "free": "Free", "nonfree": "Non-free", "active": "Active", "inactive": "Inactive",
    "proprietary": "Proprietary", "good": "Good", "table-yes": "Yes", "table-no": "No",
    "tick": "✓", "included": "Yes", "dropped": "No", "depends": "Depends", "sic": "[sic]",
    "music": "♪", "okina": "ʻ", "bad": "Bad", "site active": "Active", "nightly": "Nightly",
}  # fmt: skip
# Those that start a table cell, and so may follow its attributes without a pipe.
CELL_STATUSES = DEFAULT_TEXTS.keys() - {"sic", "music", "okina", "tick"}

# Templates that always show the same text.
LITERALS = {
    "mdash": "—", "emdash": "—", "em dash": "—", "—": "—", "ndash": "–", "en dash": "–", "–": "–",
    "snd": " – ", "spaced ndash": " – ", "spnd": " – ", "snds": " – ", "spaced en dash": " – ",
    "spaced mdash": " — ", "dash": " – ", "·": " · ", "dot": " · ", "middot": " · ", "•": " • ",
    "bull": " • ", "bullet": " • ", ",": " · ", "\\": " / ", "'": "'", "'s": "'s", "' \"": "' \"",
    "\" '": "\" '", "-\"": "\"", "nbsp": " ", "spaces": " ", "space": " ", "thinsp": " ",
    "hair space": " ", "pad": " ", "gap": " ", "indent": " ", "ellipsis": "…", "...": "…",
    "spaced ellipsis": " … ", "dagger": "†", "double-dagger": "‡", "ddagger": "‡",
    "asterisk": "*", "hash": "#", "colon": ":", "lparen": "(", "rparen": ")", "(": "{", ")": "}",
    "((": "{{", "))": "}}", "check": "✓", "checked": "✓", "tick": "✓", "aye": "✓", "cross": "✗",
    "x mark": "✗", "xmark": "✗", "nay": "✗", "times": "×", "x": "×", "minus": "−",
    "plusminus": "±", "deg": "°", "degree": "°", "prime": "′", "celsius": "°C", "infinity": "∞",
    "en space": " ", "!(": "[", ")!": "]", "numero": "№", "sharp": "♯", "flat": "♭",
    "natural": "♮", "br": "\x12", "break": "\x12", "crlf": "\x12", "crlf2": "\x12", "pb": "\x12",
    "paragraph break": "\x12", "paragraph": "\x12", "·wrap": " · ", "•wrap": " • ", "0": " ",
    "gold1": "1", "silver2": "2", "bronze3": "3", "gold": "Gold", "silver": "Silver",
    "bronze": "Bronze", "gold medal": "Gold", "silver medal": "Silver", "bronze medal": "Bronze",
    "gold01": "1", "silver02": "2", "bronze03": "3", "au": "au", "solar mass": "M☉",
    "jupiter mass": "MJ", "earth mass": "M⊕", "jupiter radius": "RJ", "solar radius": "R☉",
    "earth radius": "R⊕", "solar luminosity": "L☉", "e-sp": "×10", "clubs": "♣", "spades": "♠",
    "hearts": "♥", "diams": "♦", "r-phrases": "", "usa": "United States", "uk": "United Kingdom",
    "gbr": "United Kingdom", "fra": "France", "ger": "Germany", "deu": "Germany", "ita": "Italy",
    "esp": "Spain", "ukr": "Ukraine", "rus": "Russia", "jpn": "Japan", "chn": "China",
    "can": "Canada", "aus": "Australia", "bra": "Brazil", "arg": "Argentina",
    "ned": "Netherlands", "nld": "Netherlands", "swe": "Sweden", "nor": "Norway",
    "den": "Denmark", "dnk": "Denmark", "fin": "Finland", "pol": "Poland", "sui": "Switzerland",
    "che": "Switzerland", "aut": "Austria", "bel": "Belgium", "por": "Portugal",
    "prt": "Portugal", "gre": "Greece", "grc": "Greece", "tur": "Turkey", "ind": "India",
    "mex": "Mexico", "nzl": "New Zealand", "eng": "England", "sco": "Scotland", "wal": "Wales",
    "nir": "Northern Ireland", "irl": "Ireland", "kor": "South Korea", "cze": "Czech Republic",
    "hun": "Hungary", "rou": "Romania", "srb": "Serbia", "cro": "Croatia", "hrv": "Croatia",
    "chi": "Chile", "chl": "Chile", "col": "Colombia", "per": "Peru", "uru": "Uruguay",
    "ury": "Uruguay", "isr": "Israel", "rsa": "South Africa", "zaf": "South Africa",
    "egy": "Egypt", "blr": "Belarus", "ltu": "Lithuania", "lva": "Latvia", "lat": "Latvia",
    "est": "Estonia", "roc": "Taiwan", "twn": "Taiwan", "vie": "Vietnam", "idn": "Indonesia",
    "phi": "Philippines", "phl": "Philippines", "mas": "Malaysia", "sgp": "Singapore",
    "eu": "European Union",
}  # fmt: skip

# Templates that show their arguments joined with this separator.
JOINED = {
    "post-nominals": ", ", "postnominals": ", ", "unité": " ", "legend0": " ", "animevoices": " ",
    "section link": " § ", "rating": "/", "animanga": ", ", "hlist": " · ", "ubl": "\x14",
    "unbulleted list": "\x14", "ublist": "\x14", "ubt": "\x14", "bulleted list": "\x14",
    "blist": "\x14", "ordered list": "\x14", "numbered list": "\x14", "vunblist": "\x14",
    "unbulleted": "\x14", "cslist": ", ", "comma separated entries": ", ", "csv": ", ",
    "longlink": " ", "multiple": ", ", "pagelist": ", ", "space separated entries": " ",
    "br separated entries": "\x12", "hunblist": " · ", "hyphenated": "-", "fracture": "/",
    "su": " ", "dual line": "\x12", "stacked": "\x12", "if empty": "", "ship": " ", "endash": "–",
    "chem": "", "chem2": "", "ce": "", "physics particle": "", "nuclide": "-",
    "simplenuclide": "-", "legend text": " ", "concat": "",
}  # fmt: skip

# The start of a hatnote's sentence; the arguments are page titles.
HATNOTES = {
    "main": "Main article", "main article": "Main article", "main articles": "Main article",
    "main list": "Main list", "mainarticle": "Main article", "main topic": "Main article",
    "see also": "See also", "see": "See also", "seealso": "See also", "also": "See also",
    "further": "Further information", "further information": "Further information",
    "details": "Further information", "more": "Further information",
    "further ill": "Further information", "further2": "Further information",
    "more information": "Further information", "for more": "Further information",
    "broader": "For broader coverage of this topic, see", "category see also": "See also",
    "article détaillé": "Main article",
}  # fmt: skip

# Templates which say that the page or section lacks references.
LACKS_REFERENCES = frozenset(
    names(
        """
        additional citation needed|additional citations|blp primary sources|blp refimprove|
        blp self-published|blp sources|blp sources section|blp unreferenced|blp unsourced|
        blp unsourced section|citations missing|citations needed|improve references|
        more citations needed|more citations needed section|more footnotes|more footnotes needed|
        more inline citations needed|more references|more sources|morefootnotes|moresources|
        needs more references|no citations|no footnotes|no footnotes section|no inline citations|
        no references|no sources|noref|nosources|not verified|one source|one source section|
        onesource|primary sources|primary sources section|primarysources|ref improve|refimprove|
        refimprove section|refimprove-section|reliable sources|section unreferenced|
        self-published|single source|third-party|third-party sources|uncited|unref|unreferenced|
        unreferenced article|unreferenced section|unreferenced-section|unreferencedsect|
        unreliable sources|unsourced|unsourced section|unverified
        """
    )
)

# Templates of disambiguation pages.
DISAMBIGUATIONS = frozenset(
    names(
        """
        airport disambiguation|begriffsklärung|callsigndis|chinese title disambiguation|
        church disambiguation|dab|disamb|disambig|disambig-cleanup|disambiguation|
        disambiguation cleanup|disambiguation page|geo-dis|geodis|hndis|homonymie|
        hospital disambiguation|human name disambiguation|letter disambiguation|
        letter-number combination disambiguation|mathdab|mathematical disambiguation|mil-unit-dis|
        military unit disambiguation|music disambiguation|number disambiguation|numberdis|
        opus number disambiguation|phonetics disambiguation|place name disambiguation|
        road disambiguation|roaddis|school disambiguation|schooldis|
        species latin name abbreviation disambiguation|species latin name disambiguation|
        split dab|synagogue disambiguation|taxonomic authority disambiguation|tndis|
        tropical cyclone disambiguation|wp disambig
        """
    )
)

# Citations, which belong to references even if they are in the text.
CITATION_PREFIXES = ("cite ", "citation", "cite", "lsj", "ouvrage", "literatur", "lien web")

# Templates that produce a whole table.
TRACK_LISTINGS = frozenset(names("track listing|tracklist|track list|tracklisting"))
RATINGS = frozenset(names("album ratings|album reviews|music ratings|video game reviews"))
POPULATIONS = frozenset(
    names("historical populations|historical population|us census population|uscensuspop")
)
TABLE_NAMES = TRACK_LISTINGS | RATINGS | POPULATIONS

# Infoboxes without "infobox" in their name.
INFOBOX_NAMES = frozenset(
    names(
        """
        automatic taxobox|chembox|drugbox|ethnobox|geobox|hybridbox|ichnobox|mycomorphbox|oobox|
        paraphyletic group|planet|planetbox|protected area|speciesbox|starbox|subspeciesbox|
        taxobox|virusbox
        """
    )
)
