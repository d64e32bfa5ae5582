"""Judging evidence: one set at a time, and nothing tells gold from predictions."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.roles import Role
from campaigns.models import Membership
from releases.models import EvidenceCheck, EvidenceJudgement, PooledSet, Release
from releases.scoring import evidence_checks
from releases.selectors.evidence_checks import open_sets
from releases.services.releases import withdraw_release
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.evidence_world import add_system, draw_check
from tests.releases.world import address, make_release, manager_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]
LogIn = Callable[[User], Client]


@pytest.fixture
def release(desk: Desk) -> Release:
    return make_release(desk.campaign)


@pytest.fixture
def check(desk: Desk, release: Release) -> EvidenceCheck:
    manager = manager_of(desk)
    return draw_check(release, [add_system(release, manager)], manager)


def make_expert(desk: Desk, number: int = 1) -> User:
    person = desk.verifiers[number]
    Membership.objects.filter(user=person).update(is_expert=True)
    return person


def new_experts(desk: Desk) -> list[User]:
    people = [User.objects.create(username=f"expert{number}") for number in range(2)]
    for person in people:
        Membership.objects.create(
            campaign=desk.campaign,
            user=person,
            role=Role.ANNOTATOR,
            verifies_claims=True,
            is_expert=True,
            joined_at=NOW,
        )
    return people


def judging(desk: Desk, check: EvidenceCheck) -> str:
    return address("evidence-judge", desk, check.public_id)


def answering(desk: Desk, pooled: PooledSet) -> str:
    return address("evidence-judge-answer", desk, pooled.public_id)


def plain(page: str, pooled: PooledSet) -> str:
    """Return a page without what differs from claim to claim."""
    page = re.sub(r'<h2 class="shown-claim".*?</h2>', "", page, flags=re.DOTALL)
    page = re.sub(r'<section class="evidence-set".*</section>', "", page, flags=re.DOTALL)
    page = re.sub(r'<span class="verdict-word.*?</span>', "", page, flags=re.DOTALL)
    # Tokens of forms and scripts, other ones on each page.
    page = re.sub(r'\b\w{64}\b|nonce="[^"]*"', "", page)
    page = page.replace(str(pooled.public_id), "").replace(f"?after={pooled.position}", "?after=")
    return re.sub(r"\s+", " ", page)


def test_a_page_of_gold_and_one_of_a_prediction_differ_in_nothing_but_content(
    desk: Desk, check: EvidenceCheck, log_in: LogIn
) -> None:
    client = log_in(desk.manager)
    pages: dict[bool, set[str]] = {True: set(), False: set()}
    for pooled in check.sets.order_by("position"):
        response = client.get(judging(desk, check), {"after": pooled.position - 1})
        text = response.content.decode()
        assert str(pooled.public_id) in text
        assert "gold" not in plain(text, pooled).lower()
        pages[pooled.is_gold].add(plain(text, pooled))
    assert len(pages[True]) == 1
    assert pages[True] == pages[False]
    sizes = {len(pooled.pieces) for pooled in check.sets.filter(is_gold=True)}
    assert sizes <= {1, 2}


def test_experts_and_managers_judge_and_nobody_else(
    desk: Desk, check: EvidenceCheck, log_in: LogIn, client: Client
) -> None:
    assert client.get(judging(desk, check)).status_code == 403
    pooled = check.sets.earliest("position")
    annotator = log_in(desk.verifiers[1])
    assert annotator.get(judging(desk, check)).status_code == 403
    assert annotator.post(answering(desk, pooled), {"answer": "helps"}).status_code == 403
    expert = log_in(make_expert(desk))
    home = expert.get(reverse("home")).content.decode()
    assert "Judge evidence (10 sets)" in home
    assert expert.get(judging(desk, check)).status_code == 200
    assert expert.post(answering(desk, pooled), {"answer": "helps"}).status_code == 302
    assert "Judge evidence (9 sets)" in expert.get(reverse("home")).content.decode()
    stranger = log_in(User.objects.create(username="stranger"))
    assert stranger.get(judging(desk, check)).status_code == 404
    assert EvidenceJudgement.objects.get().judge == desk.verifiers[1]


def test_nobody_judges_their_own_claims(desk: Desk, check: EvidenceCheck, log_in: LogIn) -> None:
    # All claims were verified by the first verifier.
    verifier = make_expert(desk, 0)
    client = log_in(verifier)
    assert client.get(judging(desk, check)).headers["Location"] == reverse("home")
    pooled = check.sets.earliest("position")
    assert client.post(answering(desk, pooled), {"answer": "helps"}).status_code == 302
    assert open_sets([check], verifier) == {check.pk: []}
    assert not EvidenceJudgement.objects.exists()


def test_a_third_judge_is_asked_where_two_disagree(
    desk: Desk, check: EvidenceCheck, log_in: LogIn
) -> None:
    pooled = check.sets.earliest("position")
    judges = [desk.manager, make_expert(desk), *new_experts(desk)]
    for judge, answer in zip(judges, ("helps", "sufficient", "sufficient"), strict=False):
        assert pooled in open_sets([check], judge)[check.pk]
        client = log_in(judge)
        client.post(answering(desk, pooled), {"answer": answer, "note": " Why. "})
        # The same again gives what is stored; another answer is refused.
        client.post(answering(desk, pooled), {"answer": answer, "note": "Why."})
        client.post(answering(desk, pooled), {"answer": "irrelevant"})
        assert pooled not in open_sets([check], judge)[check.pk]
    last = log_in(judges[3])
    assert pooled not in open_sets([check], judges[3])[check.pk]
    last.post(answering(desk, pooled), {"answer": "irrelevant"})
    stored = EvidenceJudgement.objects.order_by("number").values_list("answer", "note")
    assert list(stored) == [("helps", "Why."), ("sufficient", "Why."), ("sufficient", "Why.")]


def test_bad_answers_are_refused_and_the_note_stays(
    desk: Desk, check: EvidenceCheck, log_in: LogIn
) -> None:
    client = log_in(desk.manager)
    pooled = check.sets.earliest("position")
    for sent in ({"answer": "maybe"}, {}, {"answer": "helps", "note": "x" * 1001}):
        response = client.post(answering(desk, pooled), {"note": "<i>Kept</i>", **sent})
        assert response.status_code == 422
    assert "xxx</textarea>" in response.content.decode()
    refused = client.post(answering(desk, pooled), {"note": "<i>Kept</i>"}).content.decode()
    assert "&lt;i&gt;Kept&lt;/i&gt;</textarea>" in refused
    assert not EvidenceJudgement.objects.exists()


def test_after_a_skip_comes_the_next_and_at_the_end_the_first(
    desk: Desk, check: EvidenceCheck, log_in: LogIn
) -> None:
    client = log_in(desk.manager)
    first, second, *_, last = check.sets.order_by("position")
    for after, expected in (("", first), ("1", second), (str(last.position), first), ("x", first)):
        page = client.get(judging(desk, check), {"after": after}).content.decode()
        assert str(expected.public_id) in page


def test_evidence_of_a_withdrawn_release_is_not_judged(
    desk: Desk, check: EvidenceCheck, release: Release, log_in: LogIn
) -> None:
    withdraw_release(release=release, reason="Wrong.", by=desk.manager, now=NOW)
    expert = log_in(make_expert(desk))
    assert expert.get(judging(desk, check)).status_code == 404
    assert "Judge evidence" not in expert.get(reverse("home")).content.decode()


def test_judgements_are_bounded_and_kept_by_the_database(desk: Desk, check: EvidenceCheck) -> None:
    pooled = check.sets.earliest("position")
    stored = evidence_checks.store_judgement(
        pooled=pooled, answer="helps", note="", judge=desk.manager, now=NOW
    )
    again = {"pooled_set": pooled, "answer": "helps", "judged_at": NOW}
    for wrong in (
        {"judge": desk.manager, "number": 2},
        {"judge": desk.verifiers[1], "number": 1},
        {"judge": desk.verifiers[1], "number": 4},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            EvidenceJudgement.objects.create(**again, **wrong)
    with pytest.raises(IntegrityError), transaction.atomic():
        EvidenceJudgement.objects.filter(pk=stored.pk).update(answer="sufficient")
    with pytest.raises(IntegrityError), transaction.atomic():
        PooledSet.objects.filter(pk=pooled.pk).update(is_gold=True)
