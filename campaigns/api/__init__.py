"""The API of campaigns, one module for each resource."""
