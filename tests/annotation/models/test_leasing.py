"""Rows that the database itself refuses."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Model

from annotation.models import Attempt, Claim, Deck, Highlight, Interaction, Prescription
from annotation.services.writing import claims, highlights
from campaigns.models import Campaign
from tests.annotation.world import World, make_world, written_for
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def world() -> World:
    world = make_world(pages=14, target=6)
    taken = highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)
    claims.submit_claims(attempt=taken.attempt, claims=written_for(taken.highlight), now=NOW)
    highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)
    return world


def refuse_copy(original: Model, **changes: Any) -> None:
    """Assert that a row like this, with these changes, cannot be added."""
    model = type(original)
    before = model._default_manager.count()
    fields = {
        field.attname: getattr(original, field.attname)
        for field in model._meta.concrete_fields
        if not field.primary_key and field.name != "public_id"
    }
    with pytest.raises(IntegrityError), transaction.atomic():
        model._default_manager.create(**(fields | changes))
    assert model._default_manager.count() == before


def refuse_update(row: Model, **changes: Any) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        type(row)._default_manager.filter(pk=row.pk).update(**changes)


def test_a_unit_gives_one_highlight(world: World) -> None:
    waiting = Highlight.objects.filter(state="waiting")[0]
    refuse_copy(waiting)


def test_a_person_holds_one_highlight(world: World) -> None:
    held = Highlight.objects.get(state="held")
    refuse_copy(held, unit="page:x")


@pytest.mark.parametrize(
    "changes",
    [
        {"state": "held"},
        {"state": "lost"},
        {"holder_id": 1},
        {"lease_until": NOW},
    ],
)
def test_a_highlight_is_held_by_somebody_or_not_at_all(
    world: World, changes: dict[str, Any]
) -> None:
    if "holder_id" in changes:
        changes = {"holder_id": world.writers[1].pk}
    refuse_update(Highlight.objects.filter(state="waiting")[0], **changes)


def test_a_position_is_dealt_once(world: World) -> None:
    prescription = Prescription.objects.filter(deck__factor="scope", position=1)[0]
    refuse_copy(prescription, highlight_id=None)
    refuse_copy(prescription, position=99)
    refuse_copy(prescription, position=0, highlight_id=None)


def test_a_factor_has_one_deck_at_a_time(world: World) -> None:
    deck = Deck.objects.get(factor="scope")
    refuse_copy(deck)
    refuse_copy(deck, version=2)
    refuse_update(deck, seed="")


def test_a_person_attempts_a_highlight_once(world: World) -> None:
    attempt = Attempt.objects.get(outcome="open")
    refuse_copy(attempt)
    refuse_copy(attempt, annotator_id=world.writers[1].pk)
    refuse_update(attempt, outcome="submitted")
    refuse_update(attempt, purpose="nap")


def test_a_claim_stands_once_in_its_place(world: World) -> None:
    claim = Claim.objects.get(slot="type_2")
    refuse_copy(claim, identity=None)
    refuse_copy(claim, place=2)
    refuse_copy(claim, place=0, identity=None)


@pytest.mark.parametrize("text", ["", "x" * 1001])
def test_a_claim_is_neither_empty_nor_endless(world: World, text: str) -> None:
    refuse_update(Claim.objects.get(slot="type_2"), text=text)


def test_a_claim_is_not_its_own_base(world: World) -> None:
    claim = Claim.objects.get(slot="type_2")
    refuse_update(claim, base=claim)


def test_an_act_is_recorded_once_and_is_known(world: World) -> None:
    act = Interaction.objects.all()[0]
    refuse_copy(act)
    refuse_copy(act, stream=uuid.uuid4(), kind="danced")
    refuse_copy(act, stream=uuid.uuid4(), sequence=0)


def test_a_design_has_a_seed_and_known_pages(world: World) -> None:
    refuse_update(world.campaign, seed="")
    refuse_update(world.campaign, page_choice="some")
    assert Campaign.objects.get().seed == "a seed"
