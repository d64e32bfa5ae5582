"""The reports as pure functions: from the rows of a campaign to figures, tables and files."""
