"""A web application on the loopback, for the tests of the proxies in front of it. Prints its port.

It returns each request as JSON, and appends it as a line to --heard. It echoes the messages of a WebSocket. With --gate
it is a stand-in for the gate, which returns the status in the session's cookie: "204" with the gate's headers,
"401-locked" with this reason, and "204-bare" without headers.
"""
import argparse
import base64
import hashlib
import http.server
import json
import re
import threading

ACCEPT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, 1.3
OPEN = {"X-Latchkey-User-Id": "7", "X-Latchkey-Email": "ann@example.com", "Location": "/"}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    options = None
    more = threading.Semaphore(0)
    lock = threading.Lock()

    def __getattr__(self, name):
        # Any method, as handle_one_request() looks them up.
        if name.startswith("do_"):
            return self.serve
        raise AttributeError(name)

    def serve(self):
        self.trailers = []
        body = self.read_body()
        heard = {
            "method": self.command, "path": self.path, "headers": [[n.lower(), v] for n, v in self.headers.items()],
            "length": len(body), "digest": hashlib.sha256(body).hexdigest(),
            "trailers": self.trailers,
        }
        line = json.dumps(heard)
        with self.lock, open(self.options.heard, "a") as file:
            file.write(line + "\n")
        if self.options.gate:
            status, _, reason = re.search("__Host-latchkey=([^;]*)", self.headers["Cookie"])[1].partition("-")
            headers = {"bare": {}, "": OPEN}.get(reason, {"X-Latchkey-Reason": reason})
            self.respond(int(status), b"", headers)
        elif self.headers.get("Upgrade", "").lower() == "websocket":
            self.talk()
        elif self.path == "/events":
            self.stream()
        elif self.path == "/next":
            self.more.release()
            self.respond(200, b"", {})
        elif self.path.startswith("/slow"):
            # Longer than any test.
            threading.Event().wait(600)
        elif self.options.page and self.path.startswith("/page"):
            with open(self.options.page, "rb") as file:
                page = file.read()
            self.respond(200, page, {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"})
        else:
            self.respond(200, line.encode(), {"Content-Type": "application/json"})

    def read_body(self):
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        while line := self.rfile.readline().strip():
            self.trailers.append(line.decode())
        return b"".join(parts)

    def respond(self, status, body, headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD" and status != 204:
            self.wfile.write(body)

    def stream(self):
        """Sends three events, each after the first when /next is requested."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        # Until the connection ends: nginx passes on each part of what is chunked, whatever it buffers.
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        for number in range(1, 4):
            self.wfile.write(f"data: {number}\n\n".encode())
            self.more.acquire()

    def talk(self):
        key = hashlib.sha1((self.headers["Sec-WebSocket-Key"] + ACCEPT).encode()).digest()
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(key).decode())
        self.end_headers()
        self.close_connection = True
        # Frames of up to 125 bytes, which a browser masks (RFC 6455, 5.2).
        while len(head := self.rfile.read(2)) == 2:
            mask = self.rfile.read(4) if head[1] & 0x80 else bytes(4)
            text = bytes(byte ^ mask[place % 4] for place, byte in enumerate(self.rfile.read(head[1] & 0x7F)))
            self.wfile.write(bytes([head[0], len(text)]) + text)
            if head[0] & 0x0F == 8:
                return

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    # Ignores disconnected clients.
    def handle_error(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heard", required=True)
    parser.add_argument("--gate", action="store_true")
    parser.add_argument("--page")
    Handler.options = parser.parse_args()
    server = Server(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()


main()
