"""Calibration: candidates' items and feedback, and the managers' gold, grades and decisions."""
