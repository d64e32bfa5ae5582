"""Logging in and out, passwords, and one's own account."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from accounts import profile_views, views

app_name = "accounts"
urlpatterns = [
    path("log-in/", views.LogIn.as_view(), name="log-in"),
    path("log-out/", LogoutView.as_view(), name="log-out"),
    path("account/", views.account, name="account"),
    path("account/reading/", views.reading, name="reading"),
    path("account/profile/", profile_views.profile, name="profile"),
    path("account/profile/delete/", profile_views.delete_profile, name="profile-delete"),
    path("account/password/", views.ChangePassword.as_view(), name="password-change"),
    path("account/tokens/", views.make_token, name="token-make"),
    path("account/tokens/made/", views.token_made, name="token-made"),
    path("account/tokens/<uuid:public_id>/revoke/", views.revoke_token, name="token-revoke"),
    path("password-reset/", views.request_reset, name="password-reset"),
    path("password-reset/sent/", views.reset_sent, name="password-reset-sent"),
    path(
        "password-reset/<uidb64>/<token>/",
        views.ResetPassword.as_view(),
        name="password-reset-confirm",
    ),
]
