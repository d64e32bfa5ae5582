"""People: our own User, log-in, invitations, API tokens, and the areas of each role."""
