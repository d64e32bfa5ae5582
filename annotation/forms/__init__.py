"""Forms: about people, about campaigns, about a campaign's numbers."""
