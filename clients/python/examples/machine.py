"""A machine that verifies claims beside people, by the verifier of the site itself.

    python clients/python/examples/machine.py CAMPAIGN

The token of a machine, which a manager adds under *People*, is in TOUCHSTONE_TOKEN, the site's
address in TOUCHSTONE_SITE. To let another model take part, replace `judge`: it gets the client and
a claim, and returns a judgement, or None to skip the claim.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

from touchstone_client import ApiError, Claim, Touchstone

Judgement = dict[str, Any]
Judge = Callable[[Touchstone, Claim], Judgement | None]

# The verifier's labels as verdicts of the design, each with the answer to the guideline question.
VERDICTS = {
    "SUPPORTS": ("supported", ""),
    "REFUTES": ("refuted", "yes"),
    "NOT ENOUGH INFO": ("not_enough_information", "no"),
}
MOST_ELEMENTS = 5


def judge(touchstone: Touchstone, claim: Claim) -> Judgement | None:
    """Return what the site's verifier thinks of a claim, or None where it abstains."""
    checked = touchstone.check(claim.corpus, claim.text)
    if checked["abstention"] is not None:
        return None
    verdict, answer = VERDICTS[checked["label"]]
    elements = list(evidence_in(checked))[:MOST_ELEMENTS]
    if verdict not in {offered.name for offered in claim.verdicts} or not elements:
        return None
    tags = {"challenge": "other"} if "challenge" in claim.asked else {}
    return {"verdict": verdict, "answer": answer, "tags": tags, "sets": [elements]}


def evidence_in(checked: Any) -> Iterator[dict[str, str]]:
    """Yield the sentences and cells by which the verifier decided."""
    for sentence in checked["sentences"]:
        if sentence["opinion"]["is_deciding"]:
            yield {"page": sentence["page"], "address": sentence["address"]}
    for table in checked["tables"]:
        if table["opinion"] is not None and table["opinion"]["is_deciding"]:
            for cell in (cell for row in table["rows"] for cell in row if cell["is_touched"]):
                yield {"page": table["page"], "address": cell["address"]}


def work(touchstone: Touchstone, campaign: str, judging: Judge = judge) -> tuple[int, int]:
    """Verify every claim there is for the machine; return how many, and how many were skipped."""
    submitted = skipped = 0
    while True:
        try:
            claim = touchstone.take(campaign)
        except ApiError as error:
            if error.code == "nothing_to_verify":
                return submitted, skipped
            raise
        judgement = judging(touchstone, claim)
        try:
            if judgement is not None:
                # This confirms the judgement first; without that it would be marked as unconfirmed.
                touchstone.submit(claim.attempt, judgement)
                submitted += 1
                continue
        except ApiError as error:
            if error.code != "judgement_refused":
                raise
        touchstone.skip(claim.attempt, "other", "The machine has no judgement.")
        skipped += 1


if __name__ == "__main__":
    with Touchstone(os.environ["TOUCHSTONE_SITE"], os.environ["TOUCHSTONE_TOKEN"]) as site:
        counts = work(site, sys.argv[1])
        sys.stdout.write("Submitted {}, skipped {}.\n".format(*counts))
