"""Titles from the URLs of rendered links."""

import pytest

from wiki.parsing.html.links import host_of, resolve_href

HOST = "en.wikipedia.org"


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("./Salt_marsh", "Salt marsh"),
        ("./salt", "Salt"),
        ("./Salt#Early_use", "Salt#Early use"),
        ("../Salt", "Salt"),
        ("/wiki/Caf%C3%A9", "Café"),
        ("/wiki/A/B", "A/B"),
        ("./What%3F", "What?"),
        ("./Cafe%CC%81", "Café"),
        ("//en.wikipedia.org/wiki/Ebb", "Ebb"),
        ("https://en.m.wikipedia.org/wiki/Ebb?x=1#Low_tide", "Ebb#Low tide"),
        ("/w/index.php?title=Lost_pier&action=edit&redlink=1", "Lost pier"),
        ("./Lost_pier?action=edit&redlink=1", "Lost pier"),
        ("https://en.wikipedia.org/w/index.php?title=Ebb", "Ebb"),
        ("/w/index.php?title=Ebb&action=history", ""),
        ("https://de.wikipedia.org/wiki/Ebbe", ""),
        ("https://example.org/wiki/Ebb", ""),
        ("mailto:a@example.org", ""),
        ("javascript:alert(1)", ""),
        ("http://[::1", ""),
        ("#Below", ""),
        ("./A%23B", ""),
        ("./A%00B", ""),
        ("./A%7CB", ""),
        ("./" + "x" * 2000, ""),
        ("", ""),
    ],
)
def test_address_names_its_page(href: str, target: str) -> None:
    assert resolve_href(href, host=HOST) == target


def test_page_of_unknown_origin_may_link_to_any_wikipedia() -> None:
    assert resolve_href("https://de.wikipedia.org/wiki/Ebbe", host="") == "Ebbe"
    assert resolve_href("https://example.org/wiki/Ebb", host="") == ""


def test_host_is_read_from_an_address_without_its_mobile_part() -> None:
    assert host_of("//en.m.wikipedia.org/wiki/") == "en.wikipedia.org"
    assert host_of("./Ebb") == ""
