"""The verifier's labels for the verdicts of protocols; of other verdicts it says nothing."""

MACHINE_LABELS = {
    "supported": "SUPPORTS",
    "refuted": "REFUTES",
    "not_enough_information": "NOT ENOUGH INFO",
}
