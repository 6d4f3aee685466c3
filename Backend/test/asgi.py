"""The shop of Examples/BackendPython as an ASGI application, on just enough of a server for the tests."""

import asyncio
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from latchkey import ASGI, Latchkey  # noqa: E402


async def shop(scope, receive, send):
    if scope["path"] == "/refunds":
        scope["latchkey.session"].require_passcode(300)
    data = json.dumps({"tickets": ["T-17"], "by": scope["latchkey.session"].user_id}).encode()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": data})


def serve(application):
    async def respond(reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        method, path, _ = head[0].decode().split(" ")
        headers = [tuple(part.strip() for part in line.split(b":", 1)) for line in head[1:] if line]
        scope = {"type": "http", "method": method, "path": path,
                 "headers": [(name.lower(), value) for name, value in headers]}
        sent = []

        async def send(message):
            sent.append(message)
        await application(scope, None, send)
        lines = [f"HTTP/1.1 {sent[0]['status']} -".encode(), b"Connection: close"]
        lines += [name + b": " + value for name, value in sent[0]["headers"]]
        writer.write(b"\r\n".join(lines) + b"\r\n\r\n" + sent[1]["body"])
        await writer.drain()
        writer.close()

    async def run():
        server = await asyncio.start_server(respond, "127.0.0.1", int(os.environ["PORT"]))
        print(f"listening on http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
        await server.serve_forever()
    asyncio.run(run())


serve(ASGI(shop, Latchkey(os.environ["LATCHKEY_URL"], os.environ["LATCHKEY_INTROSPECTION_SECRET"])))
