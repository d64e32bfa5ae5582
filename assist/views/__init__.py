"""Pages of the verifier."""
