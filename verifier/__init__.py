"""The baseline verifier: programs over tables. Pure: no app and no Django is imported."""
