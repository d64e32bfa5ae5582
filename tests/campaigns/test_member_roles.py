"""The roles of members."""

from __future__ import annotations

from campaigns.member_roles import MEMBER_ROLE_LABELS, MEMBER_ROLES, MemberRole


def test_each_role_has_a_label_and_finds_its_key() -> None:
    assert list(MEMBER_ROLES) == list(MEMBER_ROLE_LABELS)
    assert [role.key for role in MEMBER_ROLES.values()] == list(MEMBER_ROLES)
    assert MemberRole(MEMBER_ROLES["writer"].role, True, True).key == "annotator"
