"""Makes a database with a number of people, each with a session, and prints the sessions' keys: DATABASE COUNT."""

import os
import sys

os.environ["RIVAL_DATABASE"] = sys.argv[1]
import rival_site  # noqa: E402,I001
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.management import call_command  # noqa: E402

call_command("migrate", verbosity=0)
with rival_site.connection.cursor() as cursor:
    cursor.execute(rival_site.ATTEMPTS)
for index in range(int(sys.argv[2])):
    user = User.objects.create_user(f"person{index}", password="593072")
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    print(session.session_key)
