"""Addresses that people name for requests of ours: which may be called, and where they lead.

A host's name is resolved once, every address that it has is checked, and the connection goes to one
of those. So a name that resolves differently a moment later changes nothing.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Any
from urllib.parse import urlsplit

from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST = 500
_STANDARD_PORTS = {"https": 443, "http": 80}
# Below, other protocols listen that might take a request for a command.
_FIRST_FREE_PORT = 1024
_LAST_PORT = 65535
_PLAIN = re.compile(r"[!-~]+")
_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
# Global by Python's tables, but not the public Internet: relays of 6to4, and Azure's host.
_REFUSED_V4 = (ip_network("192.88.99.0/24"), ip_network("168.63.129.16/32"))
# The only global unicast addresses of IPv6 so far; it leaves out NAT64 and IPv4 in disguise.
_GLOBAL_V6 = ip_network("2000::/3")
# 6to4, Teredo and documentation.
_REFUSED_V6 = (ip_network("2002::/16"), ip_network("2001::/32"), ip_network("3fff::/20"))

Network = IPv4Network | IPv6Network
IpAddress = IPv4Address | IPv6Address
# Like `socket.getaddrinfo`.
Resolver = Callable[..., Sequence[tuple[Any, ...]]]


class Fault(models.TextChoices):
    """The reasons why a request was not sent, or not accepted. Labels are sentences for people."""

    ADDRESS = "address", _("This is no web address with a host and without a fragment.")
    SCHEME = "scheme", _("The address must begin with https://.")
    CREDENTIALS = "credentials", _("The address must have no user name and no password.")
    HOST = "host", _("Write the host as a name or as a usual IP address.")
    PORT = "port", _("The port must be that of the web, or 1024 and above.")
    NETWORK = "network", _("The address leads into a network that may not be called.")
    UNRESOLVED = "unresolved", _("The host’s name could not be resolved.")
    CONNECTION = "connection", _("No connection, or it broke off.")
    TLS = "tls", _("The secure connection failed; check the host’s certificate.")
    TIMEOUT = "timeout", _("There was no answer in time.")
    ANSWER = "answer", _("The answer was no HTTP.")
    REDIRECT = "redirect", _("The answer was a redirect, which is not followed.")
    STATUS = "status", _("The answer was not a success.")


class AddressRefusedError(Exception):
    """An address may not be called."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Policy:
    """The addresses that may be called besides https and the public Internet."""

    networks: tuple[Network, ...] = ()
    allows_http: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """An address taken apart."""

    scheme: str
    host: str
    port: int
    # With the query.
    path: str

    @property
    def authority(self) -> str:
        """Return what the header Host says."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _STANDARD_PORTS[self.scheme] else f"{host}:{self.port}"


def read_target(url: str, policy: Policy) -> Target:
    """Take an address apart. Raise AddressRefusedError where it may not be called at all."""
    if len(url) > LONGEST or not _PLAIN.fullmatch(url) or "\\" in url or "#" in url:
        raise AddressRefusedError(Fault.ADDRESS)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise AddressRefusedError(Fault.ADDRESS) from None
    if parts.scheme != "https" and not (parts.scheme == "http" and policy.allows_http):
        raise AddressRefusedError(Fault.SCHEME)
    if "@" in parts.netloc:
        raise AddressRefusedError(Fault.CREDENTIALS)
    if not parts.hostname:
        raise AddressRefusedError(Fault.ADDRESS)
    if port is None:
        port = _STANDARD_PORTS[parts.scheme]
    is_free = _FIRST_FREE_PORT <= port <= _LAST_PORT
    if not is_free and port not in _STANDARD_PORTS.values():
        raise AddressRefusedError(Fault.PORT)
    host = _read_host(parts.hostname, policy)
    path = parts.path or "/"
    return Target(parts.scheme, host, port, f"{path}?{parts.query}" if parts.query else path)


def resolve(
    target: Target, policy: Policy, look_up: Resolver = socket.getaddrinfo
) -> tuple[str, ...]:
    """Return the addresses to connect to; raise AddressRefusedError unless all may be called."""
    try:
        found = look_up(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise AddressRefusedError(Fault.UNRESOLVED) from None
    addresses = tuple(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not addresses:
        raise AddressRefusedError(Fault.UNRESOLVED)
    for address in addresses:
        try:
            allowed = is_allowed(ip_address(address), policy)
        except ValueError:
            allowed = False
        if not allowed:
            raise AddressRefusedError(Fault.NETWORK)
    return addresses


def is_allowed(address: IpAddress, policy: Policy) -> bool:
    """Return whether this address may be called."""
    if isinstance(address, IPv6Address):
        if address.scope_id is not None:
            return False
        if address.ipv4_mapped is not None:
            address = address.ipv4_mapped
    if any(address in network for network in policy.networks):
        return True
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _REFUSED_V4)
    return address in _GLOBAL_V6 and not any(address in network for network in _REFUSED_V6)


def _read_host(host: str, policy: Policy) -> str:
    try:
        address = ip_address(host)
    except ValueError:
        # Resolvers read 0x7f.1 and 2130706433 as addresses, too.
        if not _NAME.fullmatch(host) or _NUMBER.fullmatch(host.rsplit(".", 1)[-1]):
            raise AddressRefusedError(Fault.HOST) from None
        if len(host) > 253:
            raise AddressRefusedError(Fault.HOST) from None
        return host
    if not is_allowed(address, policy):
        raise AddressRefusedError(Fault.NETWORK)
    return str(address)
