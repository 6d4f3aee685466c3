"""The server under test: on this machine, unless the user confirms ownership of another host."""

import ipaddress
import socket
import urllib.parse


class UsageError(Exception):
    """The arguments do not allow a run."""


class Target:
    """A base URL, and its resolved address."""

    def __init__(self, url, owned_host=None):
        """`owned_host` is the name of a host that the caller owns; not required for this machine."""
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UsageError(f"{url!r} is not an http or https URL")
        if parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc:
            raise UsageError("the base URL must consist of scheme, host and port; the adapter adds paths")
        self.is_secure = parts.scheme == "https"
        self.host = parts.hostname
        self.port = parts.port or (443 if self.is_secure else 80)
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.address = self._resolve(owned_host)

    def _resolve(self, owned_host):
        try:
            found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise UsageError(f"{self.host} cannot be resolved: {error}") from None
        addresses = [entry[4][0] for entry in found]
        is_here = all(ipaddress.ip_address(address).is_loopback for address in addresses)
        if not is_here and owned_host != self.host:
            raise UsageError(
                f"{self.host} is not this machine. Attacking servers of others is a crime in many countries."
                f" If you own it, add --i-own-this-server {self.host}.")
        # 127.0.0.1 before ::1, because many servers listen only on the former.
        return sorted(addresses, key=lambda address: ":" in address)[0]
