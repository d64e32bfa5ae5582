"""Every address of the site, read from the URL configuration."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver


def named_patterns(
    resolver: URLResolver | None = None, namespace: tuple[str, ...] = ()
) -> Iterator[tuple[str, str]]:
    """Yield the full name (else the route) and the route of each pattern."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            below = (*namespace, pattern.namespace) if pattern.namespace else namespace
            yield from named_patterns(pattern, below)
        elif isinstance(pattern, URLPattern):
            name = pattern.name or f"unnamed {pattern.pattern}"
            yield ":".join((*namespace, name)), str(pattern.pattern)
