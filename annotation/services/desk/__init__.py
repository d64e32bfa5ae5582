"""Services of both desks: leases, drafts, limits, who may get work."""
