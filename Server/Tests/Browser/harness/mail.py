"""An email of a development server's outbox."""

import email
import email.policy


class Mail:
    def __init__(self, source: bytes):
        message = email.message_from_bytes(source, policy=email.policy.default)
        self.to = message["To"]
        self.subject = message["Subject"]
        self.text = message.get_body(("plain",)).get_content()
        self.code = self._value("Code: ")
        self.link = self._value("Link: ")
        self.token = self.link.partition("#token=")[2]

    def _value(self, prefix):
        lines = [line for line in self.text.splitlines() if line.startswith(prefix)]
        return lines[0].removeprefix(prefix) if lines else ""
