"""Judgements of claims: evidence and a verdict, and what may be wrong with them."""
