"""A mail server on the loopback for the tests. The name before the recipient's @ selects its behavior.

Prints its port. Writes each accepted email to a JSON file in --folder, and the events of clients to events.log there.
"""
import argparse
import asyncio
import base64
import json
import os
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult

REJECTED_RECIPIENTS = {
    "unknown": "550 5.1.1 No such mailbox",
    "moved": "551 5.1.6 Not here",
    "misnamed": "553 5.1.3 No mailbox name",
    # Postfix's rejections of the client, sent at the recipient.
    "helo": "504 5.5.2 <vm>: Helo command rejected: need fully-qualified hostname",
    "client": "554 5.7.1 <vm[192.0.2.7]>: Client host rejected: Access denied",
    "policy": "550 5.7.1 Not for us",
    "later": "451 4.7.1 Later",
    "closing": "421 4.3.2 Closing",
}
REJECTED_BODIES = {"spam": "554 5.7.1 Not this one", "full": "452 4.2.2 Full"}


class Handler:
    def __init__(self, folder):
        self.folder = folder
        self.count = 0

    def note(self, text):
        with open(os.path.join(self.folder, "events.log"), "a") as log:
            log.write(text + "\n")

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        is_tls = session.ssl or server.transport.get_extra_info("sslcontext")
        self.note(f"EHLO {'tls' if is_tls else 'plain'} {hostname}")
        return responses

    async def handle_MAIL(self, server, session, envelope, address, options):
        self.note("MAIL " + address)
        if address.startswith("blocked@"):
            return "550 5.7.1 Not from there"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        self.note("RCPT " + address)
        name = address.split("@")[0]
        if name in REJECTED_RECIPIENTS:
            return REJECTED_RECIPIENTS[name]
        if name == "silent":
            await asyncio.sleep(3600)
        if name == "gone":
            server.transport.abort()
            await asyncio.sleep(3600)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        self.note("DATA " + envelope.rcpt_tos[0])
        name = envelope.rcpt_tos[0].split("@")[0]
        if name in REJECTED_BODIES:
            return REJECTED_BODIES[name]
        if name == "cut":
            server.transport.abort()
            await asyncio.sleep(3600)
        self.keep(envelope)
        if os.path.exists(os.path.join(self.folder, "hold")):
            # It accepts the email without a reply.
            await asyncio.sleep(3600)
        await self.while_there("hold-end")
        return "250 OK"

    async def while_there(self, name):
        while os.path.exists(os.path.join(self.folder, name)):
            await asyncio.sleep(0.02)

    async def handle_QUIT(self, server, session, envelope):
        self.note("QUIT")
        if os.path.exists(os.path.join(self.folder, "hold-quit")):
            await asyncio.sleep(3600)
        return "221 Bye"

    def keep(self, envelope):
        self.count += 1
        mail = {
            "sender": envelope.mail_from,
            "recipients": envelope.rcpt_tos,
            "message": base64.b64encode(envelope.original_content).decode(),
        }
        name = os.path.join(self.folder, f"{os.getpid()}-{self.count:04}.json")
        with open(name + ".new", "w") as file:
            json.dump(mail, file)
        os.rename(name + ".new", name)


class SlowToGreet(SMTP):
    """Greets after the file hold-greeting is deleted."""

    def connection_made(self, transport):
        if os.path.exists(os.path.join(self.event_handler.folder, "hold-greeting")):
            self.event_handler.note("CONNECT")
            self.waiting = asyncio.get_running_loop().create_task(self.greet(transport))
        else:
            super().connection_made(transport)

    async def greet(self, transport):
        await self.event_handler.while_there("hold-greeting")
        super().connection_made(transport)


def authenticator(handler, user, password):
    def check(server, session, envelope, mechanism, data):
        handler.note("AUTH")
        good = data.login.decode() == user and data.password.decode() == password
        return AuthResult(success=good, handled=False)

    return check


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", required=True)
    parser.add_argument("--security", choices=["starttls", "tls", "none"], default="none")
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    parser.add_argument("--user")
    parser.add_argument("--password")
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args()
    handler = Handler(options.folder)
    context = None
    if options.security != "none":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate, options.key)

    def make():
        return SlowToGreet(
            handler,
            hostname="mail.test",
            loop=asyncio.get_running_loop(),
            tls_context=context if options.security == "starttls" else None,
            require_starttls=options.security == "starttls",
            auth_required=options.user is not None,
            auth_require_tls=options.security == "starttls",
            authenticator=authenticator(handler, options.user, options.password),
        )

    server = await asyncio.get_running_loop().create_server(
        make, "127.0.0.1", options.port, ssl=context if options.security == "tls" else None
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        sys.exit(0)
