"""The API of the work: desks, claims, verifications, calibration, gold, adjudication."""
