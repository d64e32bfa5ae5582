"""Shared by every app: append-only guards, the audit log, the base of our commands, programs.

The lowest app: it imports no other. Each module is named for the one thing that it holds.
"""
