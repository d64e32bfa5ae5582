"""What every app may use: append-only guards, the audit log, the base of our commands, programs.

The lowest app: it imports no other. Each module here is named for the one thing that it holds.
"""
