"""A browser window that looks for whatever is in a page and is not ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import Request

from tests.attacks.test_hostile_pages import ATTRIBUTES, TAGS
from tests.browser.watched import WatchedPage

# What our scripts and views add to the elements of an article. (A style from a file would do
# nothing: the policy allows those of scripts only.)
ADDED = {
    *("data-marked", "data-highlighted", "data-sets", "data-set", "data-badge"),
    *("aria-describedby", "aria-hidden", "hidden", "style"),
}
# All that is in the document and is neither ours nor plain text.
STRANGE = """() => {
  const found = [];
  if (window.hostile !== undefined) found.push("a script ran");
  const isStrange = (address) => {
    const url = URL.canParse(address, location.href) ? new URL(address, location.href) : null;
    // Our charts have their numbers as a file in the link itself.
    const isTable = url !== null && url.href.startsWith("data:text/csv;charset=utf-8,");
    return url !== null && !isTable && (!["http:", "https:", "mailto:"].includes(url.protocol)
      || (url.origin === location.origin && url.pathname.startsWith("/hostile")));
  };
  for (const element of document.querySelectorAll("*")) {
    const name = element.localName;
    if (["iframe", "object", "embed", "base", "applet", "style", "hostile"].includes(name))
      found.push(name);
    if (name === "script" && !element.src.startsWith(location.origin + "/static/")
        && element.type !== "application/json") found.push(element.outerHTML.slice(0, 200));
    for (const { name: attribute, value } of element.attributes) {
      if (attribute.startsWith("on") || attribute.includes("hostile"))
        found.push(`${name} ${attribute}`);
      const isAddress = ["src", "href", "action", "formaction", "poster", "srcset", "hx-get",
        "hx-post", "hx-put", "hx-delete", "hx-patch"].includes(attribute);
      if (isAddress && isStrange(value)) found.push(`${name} ${attribute}=${value}`);
    }
  }
  // Articles, wherever they are shown: all of them are kept from htmx.
  for (const element of document.querySelectorAll("[hx-disable] *")) {
    if (!TAGS.includes(element.localName)) found.push(`${element.localName} in the article`);
    for (const { name } of element.attributes)
      if (!ATTRIBUTES.includes(name)) found.push(`${element.localName} ${name} in the article`);
  }
  return found;
}""".replace("ATTRIBUTES", json.dumps(sorted(ATTRIBUTES | ADDED))).replace(
    "TAGS", json.dumps(sorted(TAGS))
)


# What our own scripts send while somebody only looks: a desk keeps its log, and checks a text.
OWN_POST = re.compile(r"/desk/[^/]+/sync/|/(claims|write)/[^/]+/check/")


class HostileVisit:
    """A window that goes through pages and remembers what is not ours."""

    def __init__(self, window: WatchedPage) -> None:
        self.page = window.page
        self.found: list[str] = []
        self.allowed = {"GET"}
        self.page.on("request", self._on_request)
        self.page.on("dialog", lambda dialog: self.found.append(f"dialog: {dialog.message}"))

    def _on_request(self, request: Request) -> None:
        path = urlsplit(request.url).path
        is_allowed = request.method in self.allowed or OWN_POST.fullmatch(path)
        if not is_allowed or path.startswith("/hostile"):
            self.found.append(f"{request.method} {request.url}")

    def look_at(self, address: str) -> None:
        self.page.goto(address)
        self.page.wait_for_load_state("networkidle")
        self.look()

    def look(self) -> None:
        """Note what is strange on the page that is open."""
        self.found += [f"{self.page.url}: {one}" for one in self.page.evaluate(STRANGE)]

    @contextmanager
    def posting(self) -> Iterator[None]:
        """Expect that the person sends a form."""
        self.allowed = {"GET", "POST"}
        yield
        self.allowed = {"GET"}
