"""Words that turn or limit a sentence: negations, opposites, directions and operators."""

from __future__ import annotations

from verifier.tables.words import word_set

NEGATIONS = word_set(
    "not no never nothing none nobody neither nor without cannot n't don't doesn't didn't isn't "
    "wasn't aren't weren't won't can't couldn't hasn't haven't hadn't wouldn't shouldn't"
)
# Verbs and adverbs that deny what follows them.
DENIALS = word_set(
    "refused refuses refuse failed fails fail incapable unable declined declines denied denies "
    "avoided avoids lacks lacked lack hardly barely rarely unlikely yet outside instead except "
    "excluding unrelated non stopped prevented prohibited banned cancelled canceled other "
    "anything rejected false untrue zero without exclude excluded absent"
)
# Limits that one more example would break.
LIMITS = word_set("only solely exclusively just merely exclusive entirely purely sole")
UNIVERSALS = word_set("all every always each everyone everything any entire whole")
HEDGES = word_set(
    "may might possibly perhaps probably reportedly allegedly rumored rumoured planned expected "
    "proposed scheduled set upcoming likely potential announced"
)
PRONOUNS = word_set("he she it they his her its their this these i who which")

_OPPOSITES = """
won lost|win lose|won lose|win lost|victory defeat|winner loser|beat lost|defeated won
born died|birth death|alive dead|living deceased|living dead
first last|first second|first third|second third|first final|early late|earlier later
before after|prior after|older younger|old young|oldest youngest|new old|ancient modern
increase decrease|increased decreased|rise fall|rose fell|rising falling|grew shrank|up down
more less|more fewer|most least|higher lower|highest lowest|high low|above below|over under
larger smaller|largest smallest|large small|big small|bigger smaller|biggest smallest|greater lesser
longer shorter|longest shortest|long short|majority minority|many few|better worse|best worst
good bad|positive negative|favorable unfavorable|acclaimed panned|praised criticized|success failure
successful unsuccessful|succeeded failed|hit flop|popular unpopular|famous unknown
male female|man woman|men women|he she|his her|boy girl|king queen|prince princess|actor actress
husband wife|father mother|son daughter|brother sister|uncle aunt|nephew niece
north south|east west|northern southern|eastern western|northeast southwest|northwest southeast
left right|top bottom|front back|inside outside|indoor outdoor|domestic foreign|home away
open closed|opened closed|began ended|begin end|started ended|start end|start finish|opening closing
founded dissolved|created destroyed|built demolished|joined left|joins leaves|hired fired
accepted rejected|approved rejected|allowed banned|legal illegal|guilty innocent|passed failed
convicted acquitted|public private|national international|local national|single multiple
single married|married divorced|fiction nonfiction|fictional real|true false|real fake|live recorded
comedy drama|comedy tragedy|animated live|film series|movie series|film book|novel film|film album
song album|band solo|musical film|american british|american canadian|american english
american australian|english french|english german|british french|war peace|army navy
democrat republican|democratic republican|liberal conservative|offensive defensive|attack defend
import export|buy sell|bought sold|gained lost|profit loss|debut final|day night|summer winter
spring autumn|morning evening|hot cold|warm cold|wet dry|rich poor|strong weak|fast slow
hard soft|heavy light|dark light|black white|full empty|urban rural|mortal immortal|able unable
likely unlikely|known unknown|dependent independent|active inactive|complete incomplete
completed unfinished|include exclude|included excluded|includes excludes|agree disagree
supported opposed|support oppose|love hate|loved hated|friend enemy|ally enemy|teacher student
parent child|doctor patient|professional amateur|senior junior|major minor|maximum minimum
played cancelled|held cancelled|held canceled|played canceled|renewed cancelled|released cancelled
produced directed|wrote directed|directed starred|written directed|produced written|vegetarian meat
"""


def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _OPPOSITES.split("\n"):
        for pair in filter(None, line.split("|")):
            first, second = pair.split()
            found.setdefault(first, set()).add(second)
            found.setdefault(second, set()).add(first)
    return {word: frozenset(words) for word, words in found.items()}


OPPOSITES = _opposites()
UPWARDS = word_set(
    "more higher above over increased increase increases rose rise rises grew larger greater "
    "bigger longer better exceed exceeded exceeds exceeding later older upward most highest "
    "largest biggest longest best oldest"
)
DOWNWARDS = word_set(
    "less fewer lower below under decreased decrease decreases fell fall falls shrank smaller "
    "lesser shorter worse earlier younger downward least lowest smallest shortest worst youngest"
)
