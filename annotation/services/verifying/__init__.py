"""Services of verifying: the queue, confirmations, verifications and their corrections."""
