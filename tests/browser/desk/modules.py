"""Our JavaScript modules, run in a real browser from the live site under its policy."""

from __future__ import annotations

from typing import Any

from django.templatetags.static import static

from tests.browser.watched import WatchedPage

DESK = "touchstone/js/desk/"


def run_module(window: WatchedPage, names: list[str], body: str, argument: object = None) -> Any:
    """Run `body` with modules of the desks as `m` and the argument as `given`."""
    addresses = [static(f"{DESK}{name}.js") for name in names]
    script = f"""async ([addresses, given]) => {{
        const m = Object.assign({{}}, ...await Promise.all(addresses.map((one) => import(one))));
        {body}
    }}"""
    return window.page.evaluate(script, [addresses, argument])
