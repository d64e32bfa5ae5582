"""Small programs of the project's own house-keeping."""
