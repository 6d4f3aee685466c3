"""Django's Argon2 hasher with the parameters of latchkey-server."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Hasher(Argon2PasswordHasher):
    time_cost = 2
    memory_cost = 19456
    parallelism = 1
