"""Tests of latchkey.py that need no other process: python3 Backend/test/middleware.py"""

import asyncio
import concurrent.futures
import contextlib
import http.server
import json
import pathlib
import socket
import sys
import threading
import unittest
import unittest.mock
from wsgiref.handlers import SimpleHandler

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
sys.dont_write_bytecode = True

import latchkey  # noqa: E402
from latchkey import ASGI, PASSCODE, WSGI, Latchkey, Rejected, Session  # noqa: E402

CASES = json.loads(pathlib.Path(__file__).with_name("cases.json").read_text())
OLD = Session("ada", None, PASSCODE, 0, None)


@contextlib.contextmanager
def server(wait=lambda: None):
    """Yields the address of a server that responds with an open session, after `wait` has returned."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            wait()
            data = b'{"active":true,"sub":"ada"}'
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        try:
            yield running.server_address
        finally:
            running.shutdown()
            thread.join()


class Opened:
    """A server that returns a passcode verification of 1970 for each introspection."""

    def session(self, *_):
        return OLD


class WSGITests(unittest.TestCase):
    def run_application(self, application):
        """Returns the response as a server of PEP 3333 sends it."""
        sent = self.sent = _Output()
        handler = SimpleHandler(None, sent, _Output(), {"REQUEST_METHOD": "GET", "SERVER_PROTOCOL": "HTTP/1.0"})
        handler.log_exception = lambda _: None
        handler.http_version = "1.0"
        handler.origin_server = True
        handler.run(WSGI(application, Opened()))
        return sent.data.decode()

    def test_rejection_before_the_first_part_is_the_response(self):
        def application(environ, start_response):
            environ["latchkey.session"].require_passcode(300)
            start_response("200 OK", [])
            yield b"tickets"
        response = self.run_application(application)
        self.assertTrue(response.startswith("HTTP/1.0 401 Unauthorized\r\n"), response)
        self.assertIn('WWW-Authenticate: Bearer error="insufficient_user_authentication"', response)
        self.assertNotIn("tickets", response)

    def test_rejection_replaces_headers_that_were_not_sent(self):
        def application(environ, start_response):
            start_response("200 OK", [("X-Tickets", "17")])
            environ["latchkey.session"].require_passcode(300)
            yield b"tickets"
        response = self.run_application(application)
        self.assertTrue(response.startswith("HTTP/1.0 401 Unauthorized\r\n"), response)
        self.assertNotIn("X-Tickets", response)

    def test_rejection_after_the_first_part_ends_the_response(self):
        def application(environ, start_response):
            start_response("200 OK", [])
            yield b"first"
            environ["latchkey.session"].require_passcode(300)
            yield b"second"
        response = self.run_application(application)
        self.assertTrue(response.startswith("HTTP/1.0 200 OK\r\n") and response.endswith("first"), response)

    def test_generator_is_streamed_and_closed(self):
        events = []

        def application(environ, start_response):
            try:
                start_response("200 OK", [])
                for part in (b"a", b"b"):
                    events.append(part)
                    yield part
            finally:
                events.append("closed")
        body = WSGI(application, Opened())({}, lambda *_: None)
        self.assertEqual((next(iter(body)), events), (b"a", [b"a"]))
        body.close()
        self.assertEqual(events, [b"a", "closed"])

    def test_body_of_a_rejection_is_closed(self):
        class Body:
            is_closed = False

            def __iter__(self):
                raise Rejected(423)

            def close(self):
                Body.is_closed = True
        self.assertTrue(self.run_application(lambda *_: Body()).startswith("HTTP/1.0 423 Locked\r\n"))
        self.assertTrue(Body.is_closed)

    def test_list_response_is_not_wrapped(self):
        self.assertEqual(WSGI(lambda *_: [b"tickets"], Opened())({}, None), [b"tickets"])


class _Output:
    def __init__(self):
        self.data = b""

    def write(self, data):
        self.data += data
        return len(data)

    def flush(self):
        pass


class ASGITests(unittest.TestCase):
    def test_introspection_does_not_use_the_threads_of_the_event_loop(self):
        is_requested, may_respond = threading.Event(), threading.Event()

        def wait():
            is_requested.set()
            may_respond.wait(10)

        async def application(scope, receive, send):
            await send({"type": "http.response.start", "status": 200, "headers": []})

        async def run(address):
            loop, sent = asyncio.get_running_loop(), []
            loop.set_default_executor(concurrent.futures.ThreadPoolExecutor(1))

            async def send(message):
                sent.append(message["status"])
            guarded = ASGI(application, Latchkey("http://127.0.0.1:%d" % address[1], "s", timeout=5))
            scope = {"type": "http", "headers": [(b"authorization", b"Bearer t")]}
            # The loop's only thread waits for a request to the server, and releases its response.
            work = loop.run_in_executor(None, lambda: (is_requested.wait(3), may_respond.set())[0])
            await guarded(scope, None, send)
            return await work, sent

        with server(wait) as address:
            self.assertEqual(asyncio.run(run(address)), (True, [200]))

    def test_websocket_is_rejected(self):
        sent = []

        async def receive():
            return {"type": "websocket.connect"}

        async def send(message):
            sent.append(message)
        asyncio.run(ASGI(None, Opened())({"type": "websocket"}, receive, send))
        self.assertEqual(sent, [{"type": "websocket.close", "code": 1008}])


class NameTests(unittest.TestCase):
    def test_second_address_is_tried_if_the_first_is_unresponsive(self):
        with server() as good, contextlib.ExitStack() as stack:
            silent = stack.enter_context(socket.socket())
            silent.bind(("127.0.0.1", 0))
            silent.listen(0)
            # With a full queue, Linux ignores further connections.
            for _ in range(4):
                waiting = stack.enter_context(socket.socket())
                waiting.setblocking(False)
                waiting.connect_ex(silent.getsockname())
            found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", address) for address in (silent.getsockname(), good)]
            with unittest.mock.patch("socket.getaddrinfo", lambda *_, flags=0, **__: [] if flags else found):
                client = Latchkey("http://localhost", "s", timeout=5)
                self.assertEqual(client.session("Bearer t").user_id, "ada")

    def test_unresolved_host_has_no_session_and_is_resolved_again(self):
        with server() as good:
            found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", good)]
            results = [[], socket.gaierror(), found]
            with unittest.mock.patch("socket.getaddrinfo", side_effect=results):
                client = Latchkey("http://localhost", "s", timeout=5)
                with self.assertRaises(Rejected) as caught:
                    client.session("Bearer t")
                self.assertEqual(caught.exception.status, 503)
                self.assertEqual(client.session("Bearer t").user_id, "ada")

    def test_concurrent_introspections_share_one_resolver_thread(self):
        calls, may_end = [], threading.Event()

        def resolve(*_, flags=0, **__):
            if flags:
                return []
            calls.append(threading.current_thread())
            may_end.wait(10)
            return []
        with unittest.mock.patch("socket.getaddrinfo", resolve):
            client = Latchkey("http://localhost", "s", timeout=0.2)
            with concurrent.futures.ThreadPoolExecutor(20) as threads:
                introspections = [threads.submit(client.session, "Bearer t") for _ in range(200)]
            may_end.set()
            self.assertEqual({one.exception().status for one in introspections}, {503})
        self.assertEqual(len(calls), 1)
        calls[0].join(10)

    def test_an_introspection_takes_at_most_two_seconds(self):
        with server() as address, unittest.mock.patch("latchkey._Deadline", wraps=latchkey._Deadline) as deadline:
            Latchkey("http://127.0.0.1:%d" % address[1], "s").session("Bearer t")
        deadline.assert_called_once_with(2)


class URLTests(unittest.TestCase):
    def test_valid_server_urls_are_accepted(self):
        for text, base in CASES["acceptedURLs"].items():
            head = Latchkey(text, "s")._head.split("\r\n")
            scheme, _, rest = base.partition("://")
            host, slash, path = rest.partition("/")
            self.assertEqual(head[:2], [f"POST {slash}{path}/api/auth/introspect HTTP/1.1", f"Host: {host}"], text)

    def test_invalid_server_urls_are_rejected_without_revealing_passwords(self):
        for text in [*CASES["rejectedURLs"], None]:
            with self.assertRaisesRegex(ValueError, "^url: ", msg=text) as caught:
                Latchkey(text, "s")
            self.assertFalse(text and "p@" in text and "p@" in str(caught.exception), text)

    def test_secret_is_required(self):
        for secret in [*CASES["rejectedSecrets"], None]:
            with self.assertRaisesRegex(ValueError, "^secret: "):
                Latchkey("https://lock.example.com", secret)

    def test_secret_is_sent_as_a_basic_credential(self):
        for secret, credential in CASES["acceptedSecrets"].items():
            head = Latchkey("https://lock.example.com", secret)._head
            self.assertIn(f"\r\nAuthorization: Basic {credential}\r\n", head, secret)


class TokenTests(unittest.TestCase):
    def test_only_a_bearer_token_is_introspected(self):
        client = Latchkey("https://lock.example.com", "s")
        with unittest.mock.patch.object(client, "_introspect", return_value={"active": True, "sub": "ada"}) as sent:
            for header, token in CASES["acceptedAuthorizations"].items():
                client.session(header)
                self.assertEqual(sent.call_args.args, (token, "any"), header)
            sent.reset_mock()
            for header in [*CASES["rejectedAuthorizations"], None]:
                with self.assertRaises(Rejected, msg=header) as caught:
                    client.session(header)
                self.assertEqual(dict(caught.exception.headers)["WWW-Authenticate"], "Bearer", header)
            sent.assert_not_called()


class PasscodeTests(unittest.TestCase):
    def test_passcode_freshness_depends_on_its_age(self):
        for one in CASES["passcodes"]:
            session = Session("ada", None, PASSCODE, 1_000_000 - one["ago"], None)
            self.assertEqual(session.is_passcode_fresh(one["within"], now=1_000_000), one["isFresh"], one)

    def test_passcode_challenge_allows_at_least_sixty_seconds(self):
        with self.assertRaises(Rejected) as caught:
            OLD.require_passcode(5)
        self.assertTrue(dict(caught.exception.headers)["WWW-Authenticate"].endswith('max_age="60"'))


if __name__ == "__main__":
    unittest.main()
