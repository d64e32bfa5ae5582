"""The network address of the client behind a request, through the proxies that we run."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

# An IPv6 customer has at least this much of the network to themselves, and at most that much.
_IPV6_PREFIX, _IPV6_SITE_PREFIX = 64, 48


def client_address(request: HttpRequest) -> str:
    """Return the address that connected to the outermost of our proxies.

    Each proxy adds the address that it was connected from at the end of `X-Forwarded-For`, so the
    last entries are true and everything before them may be forged.
    """
    connected_from = str(request.META.get("REMOTE_ADDR", ""))
    if not settings.PROXY_COUNT:
        return connected_from
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    # A request that came past a proxy has fewer entries, and then none is to be trusted.
    if len(forwarded) < settings.PROXY_COUNT:
        return connected_from
    return forwarded[-settings.PROXY_COUNT].strip() or connected_from


def client_network(request: HttpRequest) -> str:
    """Return what one client has for itself: an IPv4 address or an IPv6 network."""
    return _network(request, _IPV6_PREFIX)


def client_site(request: HttpRequest) -> str:
    """Return what one household or firm may have: an IPv4 address or a larger IPv6 network."""
    return _network(request, _IPV6_SITE_PREFIX)


def _network(request: HttpRequest, prefix: int) -> str:
    address = client_address(request)
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    if parsed.version == 6 and parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    if parsed.version == 6:
        return str(ip_network((int(parsed), prefix), strict=False))
    return str(parsed)
