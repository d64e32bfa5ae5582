"""Selectors of verifying: elements, evidence, verifications, the verification desk."""
