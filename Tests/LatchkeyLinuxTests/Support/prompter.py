#!/usr/bin/python3
"""A stand-in for the user at the keyring's password dialog: gnome-keyring calls it instead of its own dialog.

    prompter.py answer PASSWORD | dismiss | ignore

Speaks the protocol of gcr 3 (org.gnome.keyring.internal.Prompter), with its key exchange over the 1536-bit group of
RFC 3526 and AES-128 in CBC mode. Prints `ready`, and `asked` each time the dialog would be shown.
"""

import base64
import hashlib
import hmac
import os
import sys

import dbus
import dbus.service
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

MODE = sys.argv[1]
PASSWORD = sys.argv[2].encode() if len(sys.argv) > 2 else b""
PROMPTER = "org.gnome.keyring.internal.Prompter"
PRIME = int(
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B"
    "302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE6"
    "49286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB9ED529077096966D"
    "670C354E4ABC9804F1746C08CA237327FFFFFFFFFFFFFFFF",
    16,
)
SIZE = PRIME.bit_length() // 8
PRIVATE = int.from_bytes(os.urandom(SIZE - 1), "big")


def exchange(**members):
    """One side of the key exchange as text; public is ours."""
    members["public"] = pow(2, PRIVATE, PRIME).to_bytes(SIZE, "big")
    lines = [f"{name}={base64.b64encode(value).decode()}" for name, value in members.items()]
    return "\n".join(["[sx-aes-1]", *lines, ""])


def sealed_password(theirs):
    """The password under the key that both sides know."""
    line = next(line for line in theirs.splitlines() if line.startswith("public="))
    public = int.from_bytes(base64.b64decode(line.split("=", 1)[1]), "big")
    shared = pow(public, PRIVATE, PRIME).to_bytes(SIZE, "big")
    extracted = hmac.new(bytes(32), shared, hashlib.sha256).digest()
    key = hmac.new(extracted, b"\x01", hashlib.sha256).digest()[:16]
    fill = 16 - len(PASSWORD) % 16
    iv = os.urandom(16)
    encryptor = Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor()
    return exchange(secret=encryptor.update(PASSWORD + bytes([fill]) * fill) + encryptor.finalize(), iv=iv)


class Prompter(dbus.service.Object):
    def tell(self, sender, callback, method, signature, *arguments):
        def call():
            bus.call_async(
                sender, callback, f"{PROMPTER}.Callback", method, signature, arguments, lambda *_: None, lambda _: None)

        GLib.idle_add(call)

    def ready(self, sender, callback, reply, text):
        self.tell(
            sender, callback, "PromptReady", "sa{sv}s", reply, dbus.Dictionary({}, signature="sv"), text)

    @dbus.service.method(PROMPTER, in_signature="o", sender_keyword="sender")
    def BeginPrompting(self, callback, sender=None):
        self.ready(sender, callback, "", exchange())

    @dbus.service.method(PROMPTER, in_signature="osa{sv}s", sender_keyword="sender")
    def PerformPrompt(self, callback, kind, properties, theirs, sender=None):
        print("asked", flush=True)
        if MODE == "answer":
            self.ready(sender, callback, "yes", sealed_password(theirs))
        elif MODE == "dismiss":
            self.ready(sender, callback, "no", exchange())

    @dbus.service.method(PROMPTER, in_signature="o", sender_keyword="sender")
    def StopPrompting(self, callback, sender=None):
        self.tell(sender, callback, "PromptDone", "")


DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
prompter = Prompter(bus, "/org/gnome/keyring/Prompter")
name = dbus.service.BusName("org.gnome.keyring.SystemPrompter", bus)
print("ready", flush=True)
GLib.MainLoop().run()
