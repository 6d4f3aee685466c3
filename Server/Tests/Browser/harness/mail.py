"""An email of a development server's outbox."""

import email
import email.policy
import re


class Mail:
    def __init__(self, source: bytes):
        message = email.message_from_bytes(source, policy=email.policy.default)
        self.to = message["To"]
        self.subject = message["Subject"]
        self.text = message.get_body(("plain",)).get_content()
        self.code = self._line("[0-9A-Z]{4}-[0-9A-Z]{4}")
        self.link = self._line("https?://.+")
        self.token = self.link.partition("#token=")[2]

    def _line(self, pattern):
        return next((line for line in self.text.splitlines() if re.fullmatch(pattern, line)), "")
