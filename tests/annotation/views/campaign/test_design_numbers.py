"""The numbers of a design: changed, refused, restored, counted again."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from django.test import Client

from accounts.models import User
from annotation.models import Deck
from campaigns.protocols import registry
from campaigns.selectors.protocols import protocol_of
from core.models import AuditEntry
from tests.annotation.world import make_world
from tests.people import Cast

LogIn = Callable[[User], Client]


OF_2 = "redundancy.depths.of_2.share"
OF_3 = "redundancy.depths.of_3.share"


def numbers_of(client: Client, path: str) -> dict[str, str]:
    form = client.get(path).context["form"]
    return {one.path: form.initial[one.path] for one in form.numbers}


def test_numbers_are_changed_and_counted_anew(log_in: LogIn, cast: Cast) -> None:
    world = make_world(pages=20, target=6)
    client = log_in(cast.administrator)
    path = f"/campaigns/{world.campaign.public_id}/design/numbers/"
    data = numbers_of(client, path)
    data |= {
        "factors.verdict.values.supported.share": "25%",
        "factors.verdict.values.refuted.share": "3/4",
        "sources.table.most_rows": "30",
    }
    assert client.post(path, data).status_code == 302
    world.campaign.refresh_from_db()
    protocol = protocol_of(world.campaign)
    assert protocol.decks()["verdict"] == {
        "supported": Fraction(1, 4),
        "refuted": Fraction(3, 4),
    }
    assert protocol.source("table").most_rows == 30
    current = Deck.objects.filter(campaign=world.campaign, ended_at=None)
    assert dict(current.values_list("factor", "version")) == {
        "source": 1,
        "verdict": 2,
        "scope": 1,
        "mutation": 1,
    }
    entry = AuditEntry.objects.get(action="campaign.numbers_changed")
    assert entry.details["restarted"] == ["verdict"]


def test_numbers_that_stay_as_they_are_change_nothing(log_in: LogIn, cast: Cast) -> None:
    world = make_world(pages=20, target=6)
    client = log_in(cast.administrator)
    path = f"/campaigns/{world.campaign.public_id}/design/numbers/"
    assert client.post(path, numbers_of(client, path)).status_code == 302
    assert not AuditEntry.objects.filter(action="campaign.numbers_changed").exists()


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("sources.table.most_rows", "1001", "From 1 to 1000."),
        ("sources.table.most_rows", "2.5", "Enter a whole number."),
        ("sources.table.most_rows", "1e999999999", "Enter a whole number."),
        ("sources.table.most_rows", "", "This field is required."),
        ("sources.table.most_rows", "4", "The fewest rows are more than these."),
        ("factors.mutation.values.negation.share", "0.4", "add up to 1.1, not to 1."),
        ("factors.mutation.values.negation.share", "1/0", "Enter a share as"),
        ("factors.mutation.values.negation.share", "a third", "Enter a share as"),
    ],
)
def test_numbers_that_do_not_fit_are_refused_and_kept(
    log_in: LogIn, cast: Cast, path: str, value: str, problem: str
) -> None:
    world = make_world(pages=20, target=6)
    client = log_in(cast.administrator)
    page = f"/campaigns/{world.campaign.public_id}/design/numbers/"
    response = client.post(page, numbers_of(client, page) | {path: value})
    html = response.content.decode()
    assert response.status_code == 422
    assert problem in html
    assert f'value="{value}"' in html or not value
    before = world.campaign.protocol
    world.campaign.refresh_from_db()
    assert world.campaign.protocol == before
    assert not AuditEntry.objects.filter(action="campaign.numbers_changed").exists()


@pytest.mark.parametrize(
    "changes",
    [
        {OF_2: "0", OF_3: "1"},
        {"redundancy.duplicates": "0"},
    ],
)
def test_the_verifications_of_a_claim_can_be_raised(
    log_in: LogIn, cast: Cast, changes: dict[str, str]
) -> None:
    world = make_world(pages=20, target=6)
    client = log_in(cast.administrator)
    path = f"/campaigns/{world.campaign.public_id}/design/numbers/"
    data = numbers_of(client, path) | {"redundancy.verifications": "2", **changes}
    assert client.post(path, data).status_code == 302
    world.campaign.refresh_from_db()
    protocol = protocol_of(world.campaign)
    assert protocol.redundancy.verifications == 2
    often = protocol.redundancy.duplicates
    assert protocol.depth_shares() == ({"2": 1 - often, "3": often} if often else {"2": 1})


def test_every_number_that_contradicts_another_is_marked_at_its_field(
    log_in: LogIn, cast: Cast
) -> None:
    world = make_world(pages=20, target=6)
    client = log_in(cast.administrator)
    path = f"/campaigns/{world.campaign.public_id}/design/numbers/"
    data = numbers_of(client, path) | {
        "redundancy.verifications": "2",
        "sources.table.least_rows": "60",
        "evidence.sets.refuted.least": "4",
        "factors.verdict.values.supported.share": "0.6",
    }
    response = client.post(path, data)
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {
        OF_2,
        "sources.table.most_rows",
        "evidence.sets.refuted.most",
        "factors.verdict.values.refuted.share",
    }
    assert response.context["form"].errors[OF_2] == [
        "Every claim is verified this often or more. Give this share to a larger number of"
        " verifications, or set the share of claims verified more often to 0."
    ]
    world.campaign.refresh_from_db()
    assert protocol_of(world.campaign).redundancy.verifications == 1


def test_the_minimality_check_is_switched_on_and_off(log_in: LogIn, cast: Cast) -> None:
    world = make_world(pages=20, target=6)
    client = log_in(cast.administrator)
    path = f"/campaigns/{world.campaign.public_id}/design/numbers/"
    page = client.get(path).content.decode()
    assert '<option value="0" selected>Off</option>' in page
    data = numbers_of(client, path)
    assert data["evidence.minimality"] == "0"
    for given, status, stored in (("1", 302, 1), ("2", 422, 1), ("0", 302, 0)):
        response = client.post(path, data | {"evidence.minimality": given})
        assert response.status_code == status
        world.campaign.refresh_from_db()
        assert protocol_of(world.campaign).evidence.minimality == stored


def test_numbers_that_nothing_reads_are_not_offered(log_in: LogIn, cast: Cast) -> None:
    world = make_world(pages=20, target=6)
    client = log_in(cast.administrator)
    path = f"/campaigns/{world.campaign.public_id}/design/numbers/"
    shown = set(numbers_of(client, path))
    assert "acceptance.sampled" in shown
    assert "calibration.phases.write_1.items" in shown
    response = client.post(path, dict.fromkeys(shown, "") | {"acceptance.sampled": "1"})
    assert response.status_code == 422


def test_a_preview_of_numbers_that_do_not_fit_names_them(log_in: LogIn, cast: Cast) -> None:
    world = make_world(pages=20, target=6)
    client = log_in(cast.administrator)
    path = f"/campaigns/{world.campaign.public_id}/design/numbers/"
    data = numbers_of(client, path) | {
        "sources.sentences.share": "34%",
        "sources.table.share": "67%",
    }
    said = client.post(f"{path}preview/", data)
    assert said.status_code == 200
    assert said.context["problems"] == [
        ("Table", "These shares add up to 1.01, not to 1."),
    ]


def test_the_defaults_are_restored_whatever_was_typed(log_in: LogIn, cast: Cast) -> None:
    world = make_world(pages=20, target=6)
    client = log_in(cast.administrator)
    path = f"/campaigns/{world.campaign.public_id}/design/numbers/"
    assert "Restore the defaults" not in client.get(path).content.decode()
    client.post(path, numbers_of(client, path) | {"sources.table.most_rows": "30"})
    assert "Restore the defaults" in client.get(path).content.decode()
    data = numbers_of(client, path) | {"sources.table.most_rows": "many", "restore": "yes"}
    assert client.post(path, data).status_code == 302
    world.campaign.refresh_from_db()
    assert protocol_of(world.campaign) == registry.get("feverous")
    entry = AuditEntry.objects.filter(action="campaign.numbers_changed").latest("pk")
    assert entry.details["numbers"] == {"sources.table.most_rows": "50"}


def test_a_scheme_of_duplicates_is_chosen_by_one_button(log_in: LogIn, cast: Cast) -> None:
    world = make_world(pages=20, target=6)
    client = log_in(cast.administrator)
    path = f"/campaigns/{world.campaign.public_id}/design/numbers/"
    html = client.get(path).content.decode()
    assert [name in html for name in ('value="feverous"', 'value="fever"', 'value="tabfact"')] == [
        True
    ] * 3
    assert client.post(path, {"scheme": "fever"}).status_code == 302
    world.campaign.refresh_from_db()
    protocol = protocol_of(world.campaign)
    assert protocol.redundancy == registry.get("fever").redundancy
    assert protocol.sources == registry.get("feverous").sources
    assert (
        "each is verified 1 time, 4% of them 5 times, 1% by an expert too;"
        in client.get(path).context["sentence"]
    )
    # Six highlights of three claims: all of them are the sample.
    client.post(path, {"scheme": "tabfact"})
    said = client.get(path).context["sentence"]
    assert "each is verified 1 time, 100% of them 5 times (at most 1000);" in said
    assert client.post(path, {"scheme": "none"}).status_code == 422


def test_silent_gold_is_at_most_half_of_the_work(log_in: LogIn, cast: Cast) -> None:
    world = make_world(pages=20, target=6)
    client = log_in(cast.administrator)
    path = f"/campaigns/{world.campaign.public_id}/design/numbers/"
    data = numbers_of(client, path)
    assert client.post(path, data | {"redundancy.silent": "60%"}).status_code == 422
    assert client.post(path, data | {"redundancy.silent": "5%"}).status_code == 302
    said = client.get(path).context["sentence"]
    assert "2 or 3 times; 5% of what people verify is silent gold;" in said


def test_the_design_is_told_in_a_sentence_that_follows_the_numbers(
    log_in: LogIn, cast: Cast
) -> None:
    world = make_world(pages=20, target=6)
    client = log_in(cast.administrator)
    path = f"/campaigns/{world.campaign.public_id}/design/numbers/"
    assert client.get(path).context["sentence"] == (
        "From 6 highlights (33.3% Four sentences, 66.7% Table); people write 3 claims each, 18 in"
        " all (verdict: 50% Supported, 50% Refuted; scope: 50% This page only, 50% Several"
        " pages; mutation: 15% More Specific, 15% Generalization, 30% Negation, 10%"
        " Paraphrasing, 30% Entity Substitution); each is verified 1 time, 10% of them 2 or 3"
        " times; a release is split into 80% train, 10% dev, 10% test."
    )
    data = numbers_of(client, path) | {
        "redundancy.verifications": "2",
        "redundancy.duplicates": "0",
        "sources.sentences.share": "100%",
        "sources.table.share": "0",
    }
    said = client.post(f"{path}preview/", data)
    assert "each is verified 2 times;" in said.context["sentence"]
    assert said.context["sentence"].startswith("From 6 highlights (100% Four sentences);")
    assert said.context["preview"].reachable == 6
    # Nothing is stored by looking.
    world.campaign.refresh_from_db()
    assert protocol_of(world.campaign).redundancy.verifications == 1
