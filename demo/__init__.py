"""The demo: short, true, hand-written articles, built into a MediaWiki dump."""
