"""A pseudo-language: every string that goes through gettext is put into brackets."""
