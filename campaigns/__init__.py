"""Campaigns: study designs, members, guidelines, questions; the home page, people, corpora."""
