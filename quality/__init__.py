"""Simulated annotators; later, reports on agreement and bias."""
