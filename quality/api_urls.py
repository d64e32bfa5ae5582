"""URLs of quality in the API."""

from django.urls import include, path

from quality.api import objections, reports

campaign_urls = [
    path("reports", reports.ReportList.as_view(), name="report-list"),
    path("reports/<uuid:report_id>", reports.ReportDetail.as_view(), name="report-detail"),
    path("reports/<uuid:report_id>/cancel", reports.ReportCancel.as_view(), name="report-cancel"),
    path(
        "reports/<uuid:report_id>/files/<str:form>",
        reports.ReportFile.as_view(),
        name="report-file",
    ),
    path("objections", objections.ObjectionList.as_view(), name="objection-list"),
    path(
        "objections/<uuid:objection_id>/review",
        objections.ObjectionReview.as_view(),
        name="objection-review",
    ),
]
urlpatterns = [path("campaigns/<uuid:public_id>/", include(campaign_urls))]
