"""Statements checked against one table by programs that are searched, ranked and explained."""
