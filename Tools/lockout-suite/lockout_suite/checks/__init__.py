"""The checks. Each module has a function `checks(adapter)`, which returns them in the order of execution."""

from . import administrator, cross_site, guesses, headers, lock, mailed, names, refresh, sessions


def all_of(adapter):
    return [check for module in (sessions, lock, refresh, guesses, mailed, cross_site, headers, administrator, names)
            for check in module.checks(adapter)]
