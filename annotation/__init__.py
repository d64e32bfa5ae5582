"""Campaigns and who works in them; highlights, claims and verifications join with their issues."""
