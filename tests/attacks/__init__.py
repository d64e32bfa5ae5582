"""Attacks on a running site: what an outsider, a member or a file may try."""
