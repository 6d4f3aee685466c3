"""A page of a team's application that requires a recent passcode verification."""

from harness.visitor import PASSCODE

WAY = "/lock?max_age=300&next=/activity"


def test_lock_requires_only_an_outdated_passcode(visit):
    visitor = visit(clock=True)
    visitor.sign_in_with_passcode()
    visitor.wait(290)
    visitor.open(WAY)
    visitor.expect_activity()
    visitor.wait(20)
    visitor.open(WAY)
    visitor.expect_at("/lock")
    # The session is unlocked in other tabs; returning to this one does not verify the passcode.
    assert visitor.call("GET", "/api/auth/me")["body"]["locked"] is False
    visitor.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    assert visitor.call("GET", "/api/auth/me")["status"] == 200
    visitor.expect_at("/lock")
    visitor.unlock(PASSCODE, "/activity")
    visitor.open(WAY)
    visitor.expect_activity()
