"""Services of verifying: the queue, reviews, verifications and their corrections."""
