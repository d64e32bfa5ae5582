"""Services of the managers' review: adjudication, spot checks, reports, suspensions."""
