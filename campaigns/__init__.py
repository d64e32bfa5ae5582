"""Campaigns: what each studies and how, who is in it, its guidelines and questions."""
