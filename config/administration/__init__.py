"""Every table of the site for its administrators, by Django's admin."""
