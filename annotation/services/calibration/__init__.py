"""Services of calibration: gold, phases, grades, decisions about candidates."""
