"""A web application in Hypercorn, an application server with HTTP/2. Prints its port.

Like application.py, it returns each request as JSON, and appends it as a line to --heard. It accepts WebSockets.
"""
import argparse
import asyncio
import hashlib
import json
import socket

from hypercorn.asyncio import serve
from hypercorn.config import Config


class Application:
    def __init__(self, heard):
        self.heard = heard

    async def __call__(self, scope, receive, send):
        if scope["type"] == "websocket":
            self.hear(scope, b"", "GET")
            await receive()
            await send({"type": "websocket.accept"})
            while (await receive())["type"] != "websocket.disconnect":
                pass
        elif scope["type"] == "http":
            body = b""
            while (part := await receive())["type"] == "http.request":
                body += part["body"]
                if not part.get("more_body"):
                    break
            line = self.hear(scope, body, scope["method"])
            length = str(len(line)).encode()
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]})
            await send({"type": "http.response.body", "body": line.encode()})

    def hear(self, scope, body, method):
        line = json.dumps({
            "method": method, "path": scope["path"], "length": len(body), "digest": hashlib.sha256(body).hexdigest(),
            "headers": [[name.decode(), value.decode()] for name, value in scope["headers"]], "trailers": [],
        })
        with open(self.heard, "a") as file:
            file.write(line + "\n")
        return line


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heard", required=True)
    options = parser.parse_args()
    listener = socket.create_server(("127.0.0.1", 0))
    config = Config()
    config.bind = [f"fd://{listener.fileno()}"]
    config.accesslog = config.errorlog = None
    print(listener.getsockname()[1], flush=True)
    # Until it is ended.
    asyncio.run(serve(Application(options.heard), config, shutdown_trigger=asyncio.Event().wait))


main()
