"""Releases: frozen datasets with their papers in order; reading datasets back in."""
