"""URLs of the reports on quality in the API."""

from django.urls import include, path

from quality import api

campaign_urls = [
    path("reports", api.ReportList.as_view(), name="report-list"),
    path("reports/<uuid:report_id>", api.ReportDetail.as_view(), name="report-detail"),
    path("reports/<uuid:report_id>/cancel", api.ReportCancel.as_view(), name="report-cancel"),
    path("reports/<uuid:report_id>/files/<str:form>", api.ReportFile.as_view(), name="report-file"),
]
urlpatterns = [path("campaigns/<uuid:public_id>/", include(campaign_urls))]
