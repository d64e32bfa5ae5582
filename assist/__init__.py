"""The verifier inside the product: versions of its model, training, checks of claims."""
