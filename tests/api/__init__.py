"""The JSON API as a whole."""
