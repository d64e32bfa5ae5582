"""Who may do what: role by address and method."""
