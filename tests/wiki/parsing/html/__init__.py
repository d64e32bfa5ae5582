"""Tests of the HTML parser."""
