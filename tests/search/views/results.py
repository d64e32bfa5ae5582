"""Reading the search page."""

from __future__ import annotations

import lxml.html
from django.test import Client


def shown(client: Client, status: int = 200, **query: str) -> lxml.html.HtmlElement:
    response = client.get("/search/", query)
    assert response.status_code == status
    return lxml.html.fromstring(response.content)


def titles(page: lxml.html.HtmlElement) -> list[str]:
    return [" ".join(h2.text_content().split()) for h2 in page.find_class("hit__title")]


def text_of(element: lxml.html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def marked(element: lxml.html.HtmlElement) -> list[str]:
    return [mark.text for mark in element.iter("mark")]
