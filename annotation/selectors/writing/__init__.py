"""Selectors of writing: pages to draw from, highlights, claims, the writing desk."""
