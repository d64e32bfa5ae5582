"""Retrieval: from a claim to pages, and from pages to sentences and tables."""
