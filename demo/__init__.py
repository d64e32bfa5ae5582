"""The demo world: small, true, hand-written articles, built into a MediaWiki dump."""
