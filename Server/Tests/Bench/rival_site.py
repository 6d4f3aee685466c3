"""What a team would otherwise write: the same check of a passcode and of a session, with Django and its Argon2 hasher.

`RIVAL_DATABASE` names the database file; gunicorn loads `rival_site:application`, after `make_people` has made it.
"""

import json
import os

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="bench", ALLOWED_HOSTS=["*"], ROOT_URLCONF="rival_site", USE_TZ=True,
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions"],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    PASSWORD_HASHERS=["rival_site.Hasher"],
    DATABASES={"default": {
        "ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["RIVAL_DATABASE"], "CONN_MAX_AGE": None,
        # Like latchkey-server: a log, synced to disk before the response.
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE", "timeout": 30,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
        },
    }})
django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.auth.hashers import Argon2PasswordHasher  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.http import HttpResponse, JsonResponse  # noqa: E402
from django.urls import path  # noqa: E402

ATTEMPTS = "CREATE TABLE IF NOT EXISTS attempts (user INTEGER PRIMARY KEY, failures INTEGER NOT NULL)"


class Hasher(Argon2PasswordHasher):
    """With the parameters of latchkey-server."""

    time_cost, memory_cost, parallelism = 5, 7168, 1


def make_people(count):
    """Creates the database with a number of users, each with a session, and prints the sessions' keys."""
    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute(ATTEMPTS)
    for index in range(count):
        user = User.objects.create_user(f"person{index}", password="593072")
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        print(session.session_key)


def respond(values, status=200):
    response = JsonResponse(values, status=status)
    # Otherwise gunicorn sends chunks.
    response["Content-Length"] = len(response.content)
    return response


def verify(request):
    """An attempt is counted before it is evaluated, and refunded after success."""
    if not request.user.is_authenticated:
        return respond({}, status=401)
    change(request.user.pk, "failures + 1")
    if not request.user.check_password(json.loads(request.body)["passcode"]):
        return respond({}, status=403)
    change(request.user.pk, "0")
    return respond({"user": request.user.username})


def change(user, failures):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO attempts VALUES (%s, 1)"
            f" ON CONFLICT (user) DO UPDATE SET failures = {failures}", [user])


def gate(request):
    if not request.user.is_authenticated:
        return HttpResponse(status=401)
    return HttpResponse(status=204, headers={"X-User": request.user.username})


urlpatterns = [path("verify", verify), path("gate", gate)]
application = get_wsgi_application()
