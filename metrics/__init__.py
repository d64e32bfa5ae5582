"""Measures over data that is passed in. Pure: imports no app and no Django."""
