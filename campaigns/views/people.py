"""The page of all accounts, for administrators."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import shown_once
from accounts.models import User
from accounts.services import passwords
from accounts.services import people as people_services
from campaigns.access import administrator_required, person_of
from campaigns.forms import people as forms
from campaigns.member_roles import MEMBER_ROLES
from campaigns.selectors import invitations as invitation_selectors
from campaigns.selectors.people import people_matching
from campaigns.services import invitations
from campaigns.views.invitations import show_link
from core.http import REFUSED

PEOPLE_A_PAGE = 50


@administrator_required
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """List all people, with a search."""
    return _people_page(request)


@administrator_required
@require_POST
def invite_person(request: HttpRequest) -> HttpResponse:
    """Create an invitation, to a campaign or as an administrator."""
    form = forms.SiteInvitationForm(request.POST)
    if not form.is_valid():
        return _people_page(request, invitation_form=form)
    actor, now, note = person_of(request), timezone.now(), form.cleaned_data["note"]
    member_role = MEMBER_ROLES.get(form.cleaned_data["role"])
    if member_role is None:
        made = invitations.invite_administrator(note=note, actor=actor, now=now)
    else:
        try:
            made = invitations.invite_to_campaign(
                campaign=form.cleaned_data["campaign"],
                member_role=member_role,
                note=note,
                actor=actor,
                now=now,
            )
        except invitations.CampaignClosedError:
            form.add_error("campaign", _("This campaign was closed in the meantime."))
            return _people_page(request, invitation_form=form)
    at = reverse("people-invitation-made")
    return shown_once.go_and_show(request, at=at, secret=made.token)


@administrator_required
@require_safe
@never_cache
def invitation_made(request: HttpRequest) -> HttpResponse:
    """Show the new invitation's link, this once."""
    return show_link(request, back=reverse("people"))


@administrator_required
@require_POST
def revoke_site_invitation(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Revoke any invitation."""
    invitation = get_object_or_404(invitation_selectors.all_invitations(), public_id=invitation_id)
    try:
        invitations.revoke_invitation(
            invitation=invitation, actor=person_of(request), now=timezone.now()
        )
    except invitations.InvitationClosedError:
        messages.error(request, _("This invitation was used or revoked in the meantime."))
    else:
        messages.success(request, _("The link no longer works."))
    return redirect("people")


@administrator_required
@require_POST
def make_reset_link(request: HttpRequest, person_id: UUID) -> HttpResponse:
    """Create a link with which this person can set a new password."""
    person = get_object_or_404(User, public_id=person_id, is_active=True, is_machine=False)
    path = passwords.make_reset_link(person=person, actor=person_of(request), now=timezone.now())
    at = reverse("person-reset-link-made", args=[person_id])
    return shown_once.go_and_show(request, at=at, secret=path)


@administrator_required
@require_safe
@never_cache
def reset_link_made(request: HttpRequest, person_id: UUID) -> HttpResponse:
    """Show the new reset link, this once."""
    person = get_object_or_404(User, public_id=person_id)
    path = shown_once.take(request)
    if path is None:
        return shown_once.go_back(request, to=reverse("people"))
    context = {"person": person, "link": request.build_absolute_uri(path)}
    return render(request, "campaigns/reset_link.html", context)


def _changing(
    service: people_services.PersonService, done: Callable[[User], str], *, question: str = ""
) -> Callable[..., HttpResponse]:
    """Return a view that changes one person and goes back to the list.

    `question` is the template of a page that asks for confirmation first.
    """

    @administrator_required
    @require_http_methods(["GET", "HEAD", "POST"] if question else ["POST"])
    def view(request: HttpRequest, person_id: UUID) -> HttpResponse:
        person = get_object_or_404(User, public_id=person_id)
        if request.method != "POST":
            return render(request, question, {"person": person})
        actor = person_of(request)
        try:
            service(person=person, actor=actor, now=timezone.now())
        except people_services.OwnAccountError:
            messages.error(request, _("Another administrator must deactivate you."))
        except people_services.LastAdministratorError:
            messages.error(
                request,
                _("The site needs an administrator. Make somebody else an administrator first."),
            )
        except people_services.NotAdministratorError:
            messages.error(request, _("You are no longer an administrator."))
            return redirect("home")
        else:
            messages.success(request, done(person))
            # A person who stepped down may not see the list any more.
            if service is people_services.remove_administrator and person == actor:
                return redirect("home")
        return redirect("people")

    return view


deactivate = _changing(
    people_services.deactivate_person,
    lambda person: _("%(name)s can no longer log in.") % {"name": person},
    question="campaigns/person_deactivate.html",
)
reactivate = _changing(
    people_services.reactivate_person,
    lambda person: _("%(name)s can log in again.") % {"name": person},
)
make_administrator = _changing(
    people_services.make_administrator,
    lambda person: _("%(name)s is now an administrator.") % {"name": person},
    question="campaigns/person_make_administrator.html",
)
remove_administrator = _changing(
    people_services.remove_administrator,
    lambda person: _("%(name)s is no longer an administrator.") % {"name": person},
)


def _people_page(
    request: HttpRequest, *, invitation_form: forms.SiteInvitationForm | None = None
) -> HttpResponse:
    search_form = forms.PeopleSearchForm(request.GET)
    valid = search_form.is_valid()
    words = search_form.cleaned_data.get("q", "") if valid else ""
    matching = people_matching(words) if valid else User.objects.none()
    page = Paginator(matching, PEOPLE_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "search_form": search_form,
        "words": words,
        "page": page,
        "invitations": list(invitation_selectors.open_invitations(now=timezone.now())),
        "invitation_form": invitation_form or forms.SiteInvitationForm(),
    }
    status = 200 if valid and invitation_form is None else REFUSED
    return render(request, "campaigns/people.html", context, status=status)
