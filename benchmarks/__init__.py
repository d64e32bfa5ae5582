"""Speed, size and accuracy, measured. `make bench` runs them all; see docs/benchmarks.md."""
