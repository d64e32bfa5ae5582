"""People: our own User, log-in, invitations, API tokens, and what a role may see."""
