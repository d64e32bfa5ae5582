"""The baseline verifier: programs over tables, verdicts on texts. Pure: no app, no Django."""
