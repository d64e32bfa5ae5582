"""Calibration: grading against gold, and a candidate's way through the phases. Pure."""
