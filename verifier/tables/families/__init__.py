"""Families of programs, one module for each kind of question that statements ask."""
