"""The API of quality: reports, and objections of the verifier."""
