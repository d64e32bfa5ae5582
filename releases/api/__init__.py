"""The API of releases and predictions."""
