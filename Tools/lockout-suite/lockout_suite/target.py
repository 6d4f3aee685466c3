"""Which server is tried: one of this machine, unless its owner says otherwise."""

import ipaddress
import socket
import urllib.parse


class Refused(Exception):
    """The server may not be tried."""


class Target:
    """A base URL, and the one address that it was resolved to."""

    def __init__(self, url, owned_host=None):
        """`owned_host` is the name of a host that the caller says is theirs; of this machine, none is needed."""
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Refused(f"{url!r} is no http or https URL")
        if parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc:
            raise Refused("the base URL is a scheme, a host and a port; paths are the adapter's")
        self.is_secure = parts.scheme == "https"
        self.host = parts.hostname
        self.port = parts.port or (443 if self.is_secure else 80)
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.address = self._resolve(owned_host)

    def _resolve(self, owned_host):
        try:
            found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise Refused(f"{self.host} has no address: {error}") from None
        addresses = [entry[4][0] for entry in found]
        is_here = all(ipaddress.ip_address(address).is_loopback for address in addresses)
        if not is_here and owned_host != self.host:
            raise Refused(
                f"{self.host} is not this machine. Guessing at other people's servers is a crime in many countries."
                f" Where it is yours to try: --i-own-this-server {self.host}")
        # 127.0.0.1 before ::1, since many servers listen on the former alone.
        return sorted(addresses, key=lambda address: ":" in address)[0]
