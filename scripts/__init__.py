"""Scripts for maintaining the project."""
