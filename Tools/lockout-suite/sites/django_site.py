"""A site with Django's own auth, like `django-admin startproject` with `django.contrib.auth.urls`.

    python django_site.py FOLDER COUNT    creates its database and this many accounts, listed in FOLDER/accounts

For gunicorn (`django_site:application`), set the variable SITE_FOLDER to FOLDER. Differences from startproject: minimal
templates, emails in `FOLDER/mails`, and a tenth of PBKDF2's iterations. A run tries some thousand passwords, and its
findings do not depend on iterations.
"""

import os
import pathlib
import sys

import django
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher

FOLDER = pathlib.Path(sys.argv[1] if __name__ == "__main__" else os.environ["SITE_FOLDER"])
FORM = '<!doctype html><form method="post">{% csrf_token %}{{ form }}<button>Send</button></form>'
PAGES = {
    f"registration/{name}.html": FORM for name in (
        "login", "password_change_form", "password_reset_form", "password_reset_confirm")
} | {
    f"registration/{name}.html": "<!doctype html><p>Done.</p>" for name in (
        "logged_out", "password_change_done", "password_reset_done", "password_reset_complete")
} | {
    "registration/password_reset_email.html":
        "{{ protocol }}://{{ domain }}{% url 'password_reset_confirm' uidb64=uid token=token %}\n",
}


class Hasher(PBKDF2PasswordHasher):
    iterations = PBKDF2PasswordHasher.iterations // 10


settings.configure(
    SECRET_KEY="of a site that is thrown away", ALLOWED_HOSTS=["127.0.0.1"], ROOT_URLCONF="django_urls", USE_TZ=True,
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=[
        "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.messages"],
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
    ],
    TEMPLATES=[{
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages"],
            "loaders": [("django.template.loaders.locmem.Loader", PAGES),
                        "django.template.loaders.app_directories.Loader"],
        },
    }],
    AUTH_PASSWORD_VALIDATORS=[
        {"NAME": f"django.contrib.auth.password_validation.{name}Validator"} for name in (
            "UserAttributeSimilarity", "MinimumLength", "CommonPassword", "NumericPassword")],
    PASSWORD_HASHERS=["django_site.Hasher"],
    EMAIL_BACKEND="django.core.mail.backends.filebased.EmailBackend", EMAIL_FILE_PATH=str(FOLDER / "mails"),
    DATABASES={"default": {
        "ENGINE": "django.db.backends.sqlite3", "NAME": str(FOLDER / "site.sqlite"),
        # Required for concurrent writes; in other modes, SQLite rejects some of them.
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 30, "init_command": "PRAGMA journal_mode=WAL"},
    }})


def make_accounts(count):
    from django.contrib.auth.models import User
    from django.core.management import call_command
    (FOLDER / "mails").mkdir(parents=True, exist_ok=True)
    call_command("migrate", verbosity=0)
    rows = []
    for number in range(count):
        name, secret = f"person{number:06d}@example.test", f"battery-staple-{number}"
        User.objects.create_user(name, email=name, password=secret)
        rows.append(f"{name} {secret}\n")
    (FOLDER / "accounts").write_text("".join(rows))


if __name__ == "__main__":
    sys.modules["django_site"] = sys.modules["__main__"]
    django.setup()
    make_accounts(int(sys.argv[2]))
else:
    django.setup()
    from django.core.wsgi import get_wsgi_application

    application = get_wsgi_application()
