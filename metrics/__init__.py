"""Measures over data that is passed in. Pure: no app and no Django is imported."""
