"""Hatnotes: the text of templates above an article or section, with links."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from wiki.parsing.template_functions import link
from wiki.parsing.wordlists import names

if TYPE_CHECKING:
    from wiki.parsing.templates import Call


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
    """Return ``For X, see Y.`` for each pair of arguments; without any, ``For other uses``."""
    sentences = []
    for use, target in zip(parts[::2], [*parts[1::2], ""], strict=False):
        if use and use != "and":
            see = link(target or f"{title} (disambiguation)")
            sentences.append(f"For {use}, see {see}.")
    return sentences or [f"For other uses, see {link(f'{title} (disambiguation)')}."]


HATNOTE_FUNCTIONS: dict[str, Callable[["Call", str], str]] = {
    name: function
    for function, listed in (
        (_about, "about|about2|this"),
        (_for, "for|for2|for multi|other people|other places"),
        (
            _other_uses,
            """
            other uses|otheruses|other uses2|otheruses4|otheruse|other|two other uses|
            other persons|other hurricanes|other ships|redirect-other|disambig-link
            """,
        ),
        (_redirect, "redirect|redirects|redirect-distinguish|redirect3|redirect-synonym"),
        (_redirect_two, "redirect2|redirect-multi|redirect2-multi"),
        (_distinguish, "distinguish|distinguish2|not to be confused with|confused|distinguished"),
        (
            _plain,
            """
            hatnote|dablink|rellink|disambiguation link|selfref|italic hatnote|
            family name hatnote
            """,
        ),
    )
    for name in names(listed)
}
