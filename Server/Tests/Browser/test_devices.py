"""The devices that open with the server, in the settings."""

from playwright.sync_api import expect

from harness.visitor import PASSCODE, POINT, WRONG_PASSCODE


def test_shutting_a_device_requires_the_passcode(visit):
    visitor = visit()
    visitor.sign_in_with_passcode()
    key = visitor.register_device()
    visitor.open("/settings/security")
    visitor.expect_settings()
    shut = visitor.part("devices").get_by_role("button")
    expect(shut).to_have_count(1)
    shut.click()
    visitor.tap(WRONG_PASSCODE)
    visitor.expect_says(visitor.texts("scripts.incorrectRemaining.other", number=9))
    visitor.tap(PASSCODE)
    visitor.expect_says(visitor.texts("scripts.device.shut"), "devices-status")
    expect(visitor.part("devices-title")).to_be_focused()
    expect(shut).to_have_count(0)
    attempt = {"token": key["token"], "attempt": "3d6f0a1e-8e57-4d2b-9c53-0a4f5a0c7b11", "blinded": POINT}
    assert visitor.call("POST", "/api/auth/unlock/evaluate", attempt)["status"] == 410
    visitor.take_complaints()


def test_device_list_is_hidden_while_empty(visit):
    visitor = visit()
    visitor.sign_in_with_passcode("/settings/security")
    visitor.expect_settings()
    expect(visitor.part("sessions").get_by_role("listitem")).to_have_count(1)
    expect(visitor.part("devices-panel")).to_have_count(0)
