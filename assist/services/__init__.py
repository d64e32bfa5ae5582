"""Services of the verifier: training, and the choice of the version in use."""
