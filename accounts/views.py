"""Log-in and log-out, passwords, and one's own account."""

from __future__ import annotations

from datetime import timedelta
from math import ceil
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import forms, shown_once
from accounts.demo_people import DEMO_PEOPLE
from accounts.demo_people import PASSWORD as DEMO_PASSWORD
from accounts.known_browsers import remember_browser
from accounts.models import ApiToken, User
from accounts.password_turns import BusyError
from accounts.selectors import tokens as token_selectors
from accounts.services import log_ins, passwords, people, tokens, tries
from core.client_address import client_network
from core.http import REFUSED, posted


class RefusedFormMixin:
    """A view that answers a refused form with 422."""

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)  # type: ignore[misc]
        response.status_code = REFUSED
        return response


class LogIn(RefusedFormMixin, auth_views.LoginView):
    """The log-in, which then redirects to the requested page if it is on this site."""

    form_class = forms.LogInForm
    template_name = "accounts/log_in.html"
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        if settings.DEMO:
            context |= {"demo_people": DEMO_PEOPLE, "demo_password": DEMO_PASSWORD}
        return context

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().post(request, *args, **kwargs)
        except tries.TooManyTriesError as error:
            return _locked_out(request, error.wait)
        except BusyError:
            response = render(request, "accounts/busy.html", status=503)
            response["Retry-After"] = "3"
            return response

    def form_valid(self, form: BaseForm) -> HttpResponse:
        response = super().form_valid(form)  # type: ignore[arg-type]
        remember_browser(self.request, response, form.cleaned_data["username"])
        return response

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        assert isinstance(form, forms.LogInForm)
        if form.cleaned_data.get("username") and form.cleaned_data.get("password"):
            wait = log_ins.wait_for_log_in(source=form.source, now=timezone.now())
            if wait > timedelta():
                return _locked_out(self.request, wait)
        return super().form_invalid(form)


def _locked_out(request: HttpRequest, wait: timedelta) -> HttpResponse:
    """Answer after too many wrong passwords, in the same way whether the name exists."""
    minutes = max(1, ceil(wait / timedelta(minutes=1)))
    response = render(request, "accounts/locked_out.html", {"minutes": minutes}, status=429)
    response["Retry-After"] = str(ceil(wait.total_seconds()))
    return response


class ChangePassword(RefusedFormMixin, auth_views.PasswordChangeView):
    """The change of one's own password, which logs out other browsers."""

    form_class = forms.ChangePasswordForm
    template_name = "accounts/password_change.html"
    success_url = reverse_lazy("accounts:account")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        try:
            response = super().form_valid(form)
        except people.PasswordChangedError:
            form.add_error(None, _("Your password was changed elsewhere. Log in again."))
            return self.form_invalid(form)
        messages.success(
            self.request, _("Your password is changed. Other browsers were logged out.")
        )
        return response


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def request_reset(request: HttpRequest) -> HttpResponse:
    """Request a link by mail. The answer is the same whether the address is known or not."""
    if not settings.MAIL_IS_SET_UP:
        return render(request, "accounts/password_reset.html")
    form = forms.ResetRequestForm(posted(request))
    if form.is_valid():
        site = f"{request.scheme}://{request.get_host()}"
        passwords.request_reset_mail(
            email=form.cleaned_data["email"],
            site=site,
            network=client_network(request),
            now=timezone.now(),
        )
        return redirect("accounts:password-reset-sent")
    status = REFUSED if form.is_bound else 200
    return render(request, "accounts/password_reset.html", {"form": form}, status=status)


@login_not_required
@require_http_methods(["GET", "HEAD"])
def reset_sent(request: HttpRequest) -> HttpResponse:
    """Say what happens next."""
    return render(request, "accounts/password_reset_sent.html")


class ResetPassword(RefusedFormMixin, auth_views.PasswordResetConfirmView):
    """A new password by link. A link that does not work answers 410, for whatever reason."""

    form_class = forms.NewPasswordForm
    template_name = "accounts/password_reset_confirm.html"
    success_url = reverse_lazy("accounts:log-in")

    def get_user(self, uidb64: str) -> User | None:
        user = super().get_user(uidb64)
        return user if isinstance(user, User) and user.is_active else None

    def render_to_response(self, context: dict[str, Any], **options: Any) -> HttpResponse:
        if not self.validlink:
            options["status"] = 410
        return super().render_to_response(context, **options)

    def form_valid(self, form: SetPasswordForm[User]) -> HttpResponse:
        try:
            response = super().form_valid(form)
        except people.PasswordChangedError:
            self.validlink = False
            return self.render_to_response(self.get_context_data())
        messages.success(self.request, _("Your new password is set. Log in with it."))
        return response


@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Show and change one's own name, e-mail address, password and API tokens."""
    person = _person(request)
    # Not bound to the person: a refused name must not appear in the navigation bar.
    form = forms.DetailsForm(posted(request), initial={"name": person.name, "email": person.email})
    if form.is_valid():
        people.change_details(person=person, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("accounts:account")
    return _account_page(request, details_form=form)


@require_POST
def reading(request: HttpRequest) -> HttpResponse:
    """Change the size of one's text, and the density of pages."""
    person = _person(request)
    form = forms.ReadingForm(request.POST)
    if not form.is_valid():
        return _account_page(request, reading_form=form)
    people.change_reading(person=person, **form.cleaned_data)
    messages.success(request, _("Saved."))
    return redirect("accounts:account")


@require_POST
def make_token(request: HttpRequest) -> HttpResponse:
    """Create an API token."""
    form = forms.ApiTokenForm(request.POST)
    if not form.is_valid():
        return _account_page(request, token_form=form)
    try:
        made = tokens.make_api_token(
            person=_person(request),
            name=form.cleaned_data["name"],
            scopes=form.scopes(),
            lifetime=form.lifetime(),
            now=timezone.now(),
        )
    except tokens.TooManyTokensError:
        form.add_error(
            None,
            _("You have %(count)d tokens, the most that are allowed. Revoke one first.")
            % {"count": tokens.TOKENS_A_PERSON},
        )
        return _account_page(request, token_form=form)
    return shown_once.go_and_show(request, at=reverse("accounts:token-made"), secret=made.secret)


@require_safe
@never_cache
def token_made(request: HttpRequest) -> HttpResponse:
    """Show the new token, once."""
    secret = shown_once.take(request)
    token = token_selectors.token_with_secret(secret, now=timezone.now()) if secret else None
    if token is None:
        return shown_once.go_back(request, to=reverse("accounts:account"))
    return render(request, "accounts/token_made.html", {"token": token, "secret": secret})


@require_POST
def revoke_token(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Revoke one of one's own tokens."""
    own = token_selectors.working_tokens_of(_person(request), now=timezone.now())
    token: ApiToken | None = own.filter(public_id=public_id).first()
    if token is None:
        raise Http404
    tokens.revoke_api_token(token=token, now=timezone.now())
    messages.success(request, _("The token “%(name)s” no longer works.") % {"name": token.name})
    return redirect("accounts:account")


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # LoginRequiredMiddleware ensures it
    return request.user


def _account_page(
    request: HttpRequest,
    *,
    details_form: forms.DetailsForm | None = None,
    reading_form: forms.ReadingForm | None = None,
    token_form: forms.ApiTokenForm | None = None,
) -> HttpResponse:
    person = _person(request)
    given = (details_form, reading_form, token_form)
    refused = any(form is not None and form.is_bound for form in given)
    looks = {"text_size": person.text_size, "density": person.density}
    context = {
        "details_form": details_form
        or forms.DetailsForm(initial={"name": person.name, "email": person.email}),
        "reading_form": reading_form or forms.ReadingForm(initial=looks),
        "token_form": token_form or forms.ApiTokenForm(),
        "tokens": list(token_selectors.working_tokens_of(person, now=timezone.now())),
    }
    return render(request, "accounts/account.html", context, status=REFUSED if refused else 200)
