"""Signatures, computed a second time by other means."""

from __future__ import annotations

import base64
import hashlib
import subprocess

from core.outgoing.signatures import secret_text, signed_headers

KEY = bytes(range(32))


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """Compute the digest from its definition (RFC 2104)."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def test_headers_sign_the_id_the_time_and_the_body() -> None:
    headers = signed_headers(message_id="m1", timestamp=1700000000, body=b'{"a": 1}', keys=[KEY])
    expected = base64.b64encode(hmac_sha256(KEY, b'm1.1700000000.{"a": 1}')).decode()
    assert headers == {
        "webhook-id": "m1",
        "webhook-timestamp": "1700000000",
        "webhook-signature": f"v1,{expected}",
    }


def test_openssl_computes_the_same() -> None:
    headers = signed_headers(message_id="m1", timestamp=1, body=b"{}", keys=[KEY])
    command = ["openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", f"hexkey:{KEY.hex()}"]
    printed = subprocess.run([*command, "-binary"], input=b"m1.1.{}", capture_output=True).stdout
    assert headers["webhook-signature"] == f"v1,{base64.b64encode(printed).decode()}"


def test_each_key_signs() -> None:
    headers = signed_headers(message_id="m1", timestamp=1, body=b"{}", keys=[KEY, b"old"])
    first, second = headers["webhook-signature"].split()
    assert first != second
    assert second == "v1," + base64.b64encode(hmac_sha256(b"old", b"m1.1.{}")).decode()


def test_a_secret_is_shown_as_text() -> None:
    text = secret_text(KEY)
    assert text.startswith("whsec_")
    assert base64.b64decode(text.removeprefix("whsec_")) == KEY
