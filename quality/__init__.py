"""Simulated annotators and, above them, reports on agreement and bias."""
