"""The pages of a campaign, one module for each tab."""
