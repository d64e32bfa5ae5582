"""Checks of the addresses that people name."""

from __future__ import annotations

import socket
from ipaddress import ip_network
from typing import Any

import pytest

from core.outgoing.addresses import AddressRefusedError, Fault, Policy, read_target, resolve

HTTP = Policy(allows_http=True)


def fault_of(url: str, policy: Policy = HTTP) -> Fault | None:
    try:
        read_target(url, policy)
    except AddressRefusedError as error:
        return error.fault
    return None


def answering(*addresses: str) -> Any:
    """Return a resolver with these addresses for every name."""
    return lambda host, port, **more: [(0, 0, 0, "", (address, port)) for address in addresses]


def test_an_address_is_taken_apart() -> None:
    target = read_target("https://Hooks.Example.org:8443/a/b?c=d", Policy())
    assert (target.host, target.port, target.path) == ("hooks.example.org", 8443, "/a/b?c=d")
    assert target.authority == "hooks.example.org:8443"
    assert read_target("https://hooks.example.org", Policy()).path == "/"
    assert read_target("https://[2606:4700::1]/", Policy()).authority == "[2606:4700::1]"


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("http://example.org/", Fault.SCHEME),
        ("ftp://example.org/", Fault.SCHEME),
        ("file:///etc/passwd", Fault.SCHEME),
        ("//example.org/", Fault.SCHEME),
        ("https:///path", Fault.ADDRESS),
        ("https://", Fault.ADDRESS),
        ("https://example.org/a b", Fault.ADDRESS),
        ("https://example.org/\r\nX-More: 1", Fault.ADDRESS),
        ("https://example.org/ä", Fault.ADDRESS),
        ("https://example.org\\@127.0.0.1/", Fault.ADDRESS),
        ("https://example.org/#part", Fault.ADDRESS),
        ("https://example.org:99999/", Fault.ADDRESS),
        ("https://[::1/", Fault.ADDRESS),
        ("https://example.org/" + "a" * 500, Fault.ADDRESS),
        ("https://name:word@example.org/", Fault.CREDENTIALS),
        ("https://@example.org/", Fault.CREDENTIALS),
        ("https://example.org:22/", Fault.PORT),
        ("https://example.org:0/", Fault.PORT),
        ("https://-example.org/", Fault.HOST),
        ("https://example.org./", Fault.HOST),
        ("https://exa%6dple.org/", Fault.HOST),
        ("https://" + "a." * 127 + "org/", Fault.HOST),
    ],
)
def test_addresses_of_another_form_are_refused(url: str, fault: Fault) -> None:
    assert fault_of(url, Policy()) == fault


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.5.4", "192.168.1.1"),
        *("169.254.169.254", "100.64.0.1", "100.100.100.200", "192.0.2.1", "198.18.0.1"),
        *("224.0.0.1", "240.0.0.1", "255.255.255.255", "192.88.99.1", "168.63.129.16"),
        *("[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[::ffff:7f00:1]"),
        *("[::127.0.0.1]", "[fe80::1]", "[fe80::1%25eth0]", "[fc00::1]", "[fd00:ec2::254]"),
        *("[fec0::1]", "[ff02::1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::1]", "[2002:7f00:1::]"),
        *("[2001::1]", "[2001:db8::1]", "[3fff::1]", "[2002:808:808::1]"),
    ],
)
def test_addresses_that_are_not_of_the_internet_are_refused(host: str) -> None:
    assert fault_of(f"http://{host}/") in (Fault.NETWORK, Fault.ADDRESS)
    name = read_target("https://hooks.example.org/", Policy())
    with pytest.raises(AddressRefusedError) as refused:
        resolve(name, Policy(), answering("8.8.8.8", host.strip("[]")))
    assert refused.value.fault == Fault.NETWORK


@pytest.mark.parametrize(
    "host",
    ["2130706433", "0x7f000001", "0x7f.1", "127.1", "0177.0.0.1", "127.0.0.0x1", "1.2.3", "0x"],
)
def test_other_ways_to_write_an_ip_address_are_refused(host: str) -> None:
    assert fault_of(f"http://{host}/") == Fault.HOST


def test_public_addresses_are_allowed() -> None:
    target = read_target("https://hooks.example.org/", Policy())
    found = resolve(target, Policy(), answering("8.8.8.8", "8.8.8.8", "2606:4700::1111"))
    assert found == ("8.8.8.8", "2606:4700::1111")
    assert fault_of("https://8.8.8.8/", Policy()) is None
    assert fault_of("https://[::ffff:8.8.8.8]/", Policy()) is None


def test_listed_networks_are_allowed_and_no_others() -> None:
    policy = Policy((ip_network("10.2.0.0/16"), ip_network("fd00:1::/32")))
    target = read_target("https://hooks.internal/", policy)
    for address in ("10.2.3.4", "::ffff:10.2.3.4", "fd00:1::5", "8.8.8.8"):
        assert resolve(target, policy, answering(address)) == (address,)
    for address in ("10.3.0.1", "127.0.0.1", "fd00:2::5"):
        with pytest.raises(AddressRefusedError):
            resolve(target, policy, answering("10.2.3.4", address))


def test_names_without_an_address_are_refused() -> None:
    def fails(*args: Any, **more: Any) -> Any:
        raise socket.gaierror

    target = read_target("https://hooks.example.org/", Policy())
    for look_up in (fails, answering()):
        with pytest.raises(AddressRefusedError) as refused:
            resolve(target, Policy(), look_up)
        assert refused.value.fault == Fault.UNRESOLVED


def test_what_a_resolver_makes_up_is_refused() -> None:
    target = read_target("https://hooks.example.org/", Policy())
    with pytest.raises(AddressRefusedError) as refused:
        resolve(target, Policy(), answering("localhost"))
    assert refused.value.fault == Fault.NETWORK
