"""Background work: jobs, their progress and outcome, and the workers that run them."""
