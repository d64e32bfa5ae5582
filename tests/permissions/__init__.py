"""Permissions: roles by URL and method."""
