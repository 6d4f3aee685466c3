"""A minimal HTTP/1.1 client with a persistent connection, because it shares the machine with the server."""

import asyncio
import json
import time


class Response:
    __slots__ = ("status", "headers", "body", "seconds")

    def __init__(self, status, headers, body, seconds):
        self.status, self.headers, self.body, self.seconds = status, headers, body, seconds

    def json(self):
        return json.loads(self.body)


class Connection:
    """One request at a time. Connects when necessary."""

    def __init__(self, port, host="127.0.0.1"):
        self.port, self.host = port, host
        self.reader = self.writer = None

    async def request(self, method, path, body=None, headers=()):
        data = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}", *headers]
        if body is not None:
            lines.append("Content-Type: application/json")
        if method != "GET":
            lines.append(f"Content-Length: {len(data)}")
        message = "\r\n".join(lines).encode() + b"\r\n\r\n" + data
        begin = time.perf_counter()
        while True:
            is_kept = self.writer is not None
            if not is_kept:
                self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
            try:
                self.writer.write(message)
                return await self._respond(begin)
            except (asyncio.IncompleteReadError, ConnectionError):
                # A server may close a persistent connection as it is used again, but not a new one.
                self.close()
                if not is_kept:
                    raise

    async def _respond(self, begin):
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = (line.lower().partition(":") for line in head[1:] if line)
        headers = {name: value.strip() for name, _, value in fields}
        body = await self.reader.readexactly(int(headers.get("content-length", 0)))
        response = Response(int(head[0].split()[1]), headers, body, time.perf_counter() - begin)
        if headers.get("connection") == "close":
            self.close()
        return response

    def close(self):
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None
