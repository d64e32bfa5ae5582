"""Forms: a campaign's design and its numbers."""
