"""The address of a client, behind none, one and two proxies, with forged headers."""

from __future__ import annotations

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from core.client_address import client_address, client_network, client_site

PROXY, INNER, CLIENT, FORGED = "10.0.0.1", "10.0.0.2", "203.0.113.7", "198.51.100.9"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, None, PROXY),
        # Without a proxy of ours the header is whatever the client wrote.
        (0, FORGED, PROXY),
        (1, CLIENT, CLIENT),
        (1, f"{FORGED}, {CLIENT}", CLIENT),
        (1, f"{FORGED},{FORGED} ,  {CLIENT} ", CLIENT),
        (1, None, PROXY),
        (1, "", PROXY),
        (2, f"{CLIENT}, {INNER}", CLIENT),
        (2, f"{FORGED}, {CLIENT}, {INNER}", CLIENT),
        # Somebody who got past the outer proxy has one entry only.
        (2, FORGED, PROXY),
    ],
)
def test_only_what_our_proxies_wrote_counts(
    settings: Settings, proxies: int, forwarded: str | None, expected: str
) -> None:
    settings.PROXY_COUNT = proxies
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    request = RequestFactory().get("/", REMOTE_ADDR=PROXY, headers=headers)
    assert client_address(request) == expected


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("not an address", "unknown"),
        ("", "unknown"),
        ("203.0.113.7\0", "unknown"),
    ],
)
def test_a_network_is_what_one_client_has(settings: Settings, address: str, network: str) -> None:
    settings.PROXY_COUNT = 0
    assert client_network(RequestFactory().get("/", REMOTE_ADDR=address)) == network


def test_a_site_is_what_one_customer_may_have(settings: Settings) -> None:
    settings.PROXY_COUNT = 0
    addresses = ("203.0.113.7", "2001:db8:1:2:3:4:5:6", "2001:db8:1:3::1", "nothing")
    sites = [client_site(RequestFactory().get("/", REMOTE_ADDR=one)) for one in addresses]
    assert sites == ["203.0.113.7", "2001:db8:1::/48", "2001:db8:1::/48", "unknown"]
