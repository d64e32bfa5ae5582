"""Selectors of calibration: phases, candidates, grades."""
