"""One's own profile: optional answers, changed and deleted at any time."""

from __future__ import annotations

from django.contrib import messages
from django.forms.models import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import ProfileForm
from accounts.logged_in import person_of
from accounts.models import Profile
from accounts.services import profiles
from core.http import REFUSED, posted


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def profile(request: HttpRequest) -> HttpResponse:
    """Show and change one's own profile."""
    person = person_of(request)
    stored = Profile.objects.filter(person=person).first()
    initial = model_to_dict(stored) if stored else None
    form = ProfileForm(posted(request), initial=initial)
    if form.is_valid():
        profiles.save_profile(person=person, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("accounts:account")
    context = {"form": form, "stored": stored}
    status = REFUSED if form.is_bound else 200
    return render(request, "accounts/profile.html", context, status=status)


@require_POST
def delete_profile(request: HttpRequest) -> HttpResponse:
    """Delete one's own profile."""
    profiles.delete_profile(person=person_of(request))
    messages.success(request, _("Your profile is deleted."))
    return redirect("accounts:account")
