"""The renderer of all forms: label, help, error and field in our own markup."""

from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    """A renderer that uses templates/forms/ instead of Django's own field markup."""

    field_template_name = "forms/field.html"
    form_template_name = "forms/form.html"
