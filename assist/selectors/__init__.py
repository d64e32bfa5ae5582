"""Selectors of the verifier: its versions, the model in use, evidence of a corpus."""
