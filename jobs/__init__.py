"""Background work and its fate, and the audit log. The lowest app: it imports no other."""
