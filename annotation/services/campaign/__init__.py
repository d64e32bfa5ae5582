"""Services of a campaign as a whole: its design, import, archiving and pay."""
