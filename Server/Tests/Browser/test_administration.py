"""The administrator's pages: who sees them, and each act on an account."""

import hashlib

from playwright.sync_api import expect

from harness.states.administration import meet
from harness.visitor import PASSCODE, POINT, WRONG_PASSCODE, Visitor, new_address
from test_keyboard import press, tab_to


def posts(visitor: Visitor):
    """The paths of acts that the page sends from now on, with the status of each."""
    sent = []
    visitor.page.on("response", lambda response: sent.append((response.url.rsplit("/", 1)[1], response.status))
                    if response.request.method in ("POST", "DELETE") and "/api/admin/" in response.url else None)
    return sent


def open_person(visitor: Visitor, address):
    visitor.open(visitor.person(address))
    expect(visitor.page.locator("h1")).to_have_text(address)


def act(visitor: Visitor, name):
    """Chooses an act and confirms it."""
    visitor.button(f"scripts.acts.{name}.name").click()
    visitor.part("act-confirm").click()


def test_member_cannot_open_administration(visit):
    visitor = visit()
    visitor.sign_in_with_passcode("/activity")
    visitor.expect_activity()
    expect(visitor.button("pages.people.title")).to_have_count(0)
    for path in ("/people", "/people/team", "/people/log", "/people/" + "0" * 32):
        visitor.open(path)
        visitor.expect_heading("problems.not-administrator.title")


def test_administration_requires_a_recent_passcode_and_runs_once(visit):
    visitor, owner = visit(), visit()
    owner.sign_in_with_passcode()
    visitor.administer()
    visitor.server.advance_clock(301)
    open_person(visitor, owner.address)
    texts, sent, confirm = visitor.texts, posts(visitor), visitor.part("act-confirm")
    visitor.button("scripts.acts.suspend.name").click()
    expect(visitor.part("act-text")).to_have_text(texts("scripts.acts.suspend.text", address=owner.address))
    confirm.dblclick()
    expect(visitor.part("dialog-lead")).to_have_text(texts("scripts.passcodeTo.administer"))
    visitor.page.keyboard.press("Escape")
    visitor.part("passcode-dialog").wait_for(state="hidden")
    assert owner.call("GET", "/api/auth/me")["status"] == 200
    confirm.click()
    visitor.part("passcode-dialog").wait_for()
    visitor.type(WRONG_PASSCODE)
    visitor.expect_says(texts.counted("scripts.incorrectRemaining", 9))
    visitor.type(PASSCODE)
    visitor.expect_says(texts("scripts.administration.suspended"), "done")
    expect(visitor.part("state")).to_have_text(texts("scripts.personStates.suspended"))
    expect(visitor.page.locator("h1")).to_be_focused()
    assert [status for _, status in sent] == [401, 401, 200]
    assert owner.call("GET", "/api/auth/me")["status"] == 401


def test_each_action_updates_the_displayed_account(visit):
    visitor = visit()
    address = meet(visitor)
    open_person(visitor, address)
    texts, done = visitor.texts, lambda name: visitor.expect_says(texts(f"scripts.administration.{name}"), "done")
    expect(visitor.part("sessions").locator(".row")).to_have_count(2)
    visitor.page.get_by_role("button", name=texts("scripts.endSession", name="Latchkey on iPhone")).click()
    visitor.part("act-confirm").click()
    done("session_ended")
    expect(visitor.part("sessions").locator(".row")).to_have_count(1)
    act(visitor, "endSessions")
    done("sessions_ended")
    visitor.page.get_by_text(texts("scripts.person.noSessions")).wait_for()
    expect(visitor.button("scripts.acts.endSessions.name")).to_have_count(0)
    act(visitor, "grant")
    done("administrator_granted")
    expect(visitor.part("role")).to_have_text(texts("scripts.roles.administrator"))
    act(visitor, "revoke")
    done("administrator_revoked")
    act(visitor, "suspend")
    done("suspended")
    act(visitor, "resume")
    done("resumed")
    act(visitor, "requireReset")
    done("reset_required")
    expect(visitor.part("state")).to_have_text(texts("scripts.personStates.reset_required"))
    expect(visitor.button("scripts.acts.requireReset.name")).to_have_count(0)
    events = visitor.page.locator(".event")
    expect(events.first).to_contain_text(texts("scripts.kinds.reset_required_by_admin"))
    expect(events.first).to_contain_text(texts("scripts.log.by", actor=visitor.address))
    act(visitor, "remove")
    done("removed")
    expect(visitor.part("person")).to_have_count(0)


def test_activity_shows_who_imported_a_passcode(visit, tmp_path):
    visitor, address = visit(), new_address()
    file = tmp_path / "passcodes.csv"
    digest = hashlib.sha256(f"{PASSCODE}salt".encode()).hexdigest()
    file.write_text(f"email,passcode_hash,passcode_salt\n{address},{digest},salt\n")
    visitor.server.command("import-passcodes", str(file))
    visitor.administer()
    open_person(visitor, address)
    texts, event = visitor.texts, visitor.page.locator(".event").first
    expect(event).to_contain_text(texts("scripts.kinds.passcode_set"))
    expect(event).to_contain_text(texts("scripts.log.by", actor=texts("scripts.log.operator")))


def test_device_can_be_shut_by_keyboard_with_one_request(visit):
    visitor, owner = visit(), visit()
    owner.sign_in_with_passcode()
    key = owner.register_device()
    visitor.administer()
    open_person(visitor, owner.address)
    texts, keyboard, sent = visitor.texts, visitor.page.keyboard, posts(visitor)
    devices = visitor.part("devices").get_by_role("button")
    name = devices.get_attribute("aria-label")
    press(visitor, "Enter", name)
    expect(visitor.part("act-text")).to_have_text(texts("scripts.acts.shutDevice.text", address=owner.address))
    tab_to(visitor, texts("scripts.acts.shutDevice.name"))
    keyboard.press("Enter")
    keyboard.press("Enter")
    visitor.expect_says(texts("scripts.administration.device_shut"), "done")
    expect(visitor.page.locator("h1")).to_be_focused()
    expect(visitor.part("devices-panel")).to_have_count(0)
    assert sent == [(key["id"], 200)]
    event = visitor.page.locator(".event").first
    expect(event).to_contain_text(texts("scripts.kinds.device_shut_by_admin"))
    expect(event).to_contain_text(texts("scripts.log.by", actor=visitor.address))
    assert visitor.server.mail(owner.address, texts("emails.events.device_shut_by_admin.subject"))
    attempt = {"token": key["token"], "attempt": "3d6f0a1e-8e57-4d2b-9c53-0a4f5a0c7b11", "blinded": POINT}
    assert owner.call("POST", "/api/auth/unlock/evaluate", attempt)["status"] == 410
    owner.take_complaints()


def test_shutting_a_device_of_a_removed_account_shows_an_error(visit):
    visitor, owner = visit(), visit()
    owner.sign_in_with_passcode()
    owner.register_device()
    visitor.administer()
    open_person(visitor, owner.address)
    visitor.server.users("remove", owner.address)
    visitor.part("devices").get_by_role("button").click()
    visitor.part("act-confirm").click()
    visitor.expect_says(visitor.texts("scripts.actProblems.gone"), "done")
    expect(visitor.part("person")).to_have_count(0)


def test_concurrent_administration_reports_the_other_administrators_change(visit):
    visitor = visit()
    address = meet(visitor)
    open_person(visitor, address)
    visitor.server.users("suspend", address)
    act(visitor, "grant")
    visitor.expect_says(visitor.texts("scripts.actProblems.account-changed"), "page-message")
    expect(visitor.part("state")).to_have_text(visitor.texts("scripts.personStates.suspended"))
    visitor.server.users("remove", address)
    act(visitor, "resume")
    visitor.expect_says(visitor.texts("scripts.actProblems.gone"), "done")
    expect(visitor.part("person")).to_have_count(0)


def test_administration_works_behind_a_proxy_that_compresses(visit):
    visitor = visit()
    address = meet(visitor)

    def weaken(route):
        response = route.fetch()
        headers = {**response.headers, "etag": f"W/{response.headers['etag']}"}
        route.fulfill(status=response.status, headers=headers, body=response.body())

    visitor.route("**/api/admin/people/*", weaken)
    open_person(visitor, address)
    act(visitor, "suspend")
    visitor.expect_says(visitor.texts("scripts.administration.suspended"), "done")


def test_administration_can_be_retried_after_a_network_error(visit):
    visitor = visit()
    open_person(visitor, meet(visitor))
    visitor.route("**/suspend", lambda route: route.abort())
    act(visitor, "suspend")
    visitor.expect_says(visitor.texts("scripts.network"), "act-message")
    visitor.page.unroute("**/suspend")
    visitor.part("act-confirm").click()
    visitor.expect_says(visitor.texts("scripts.administration.suspended"), "done")


def test_late_response_does_not_close_the_dialog_of_another_action(visit):
    visitor = visit()
    open_person(visitor, meet(visitor))
    held = []
    visitor.route("**/suspend", lambda route: held.append(route))
    with visitor.page.expect_request("**/suspend"):
        act(visitor, "suspend")
    visitor.part("act-cancel").click()
    visitor.button("scripts.acts.remove.name").click()
    with visitor.page.expect_response("**/suspend"):
        held[0].continue_()
    visitor.expect_says(visitor.texts("scripts.administration.suspended"), "done")
    expect(visitor.part("act-dialog")).to_be_visible()
    expect(visitor.part("person")).to_have_count(1)


def test_administration_requires_a_passcode_and_another_account(visit):
    visitor = visit()
    visitor.administer()
    open_person(visitor, visitor.address)
    expect(visitor.part("own")).to_be_visible()
    expect(visitor.page.locator(".acts button, .sessions button")).to_have_count(0)
    other, address = visit(), new_address()
    other.server.users("add", address)
    other.sign_in()
    other.server.users("grant", other.address)
    other.open(other.person(address))
    act(other, "suspend")
    other.expect_says(other.texts("scripts.actProblems.own-passcode-not-set"), "act-message")


def test_former_administrator_gets_an_error(visit):
    visitor = visit()
    address = meet(visitor)
    open_person(visitor, address)
    # Another one remains.
    visitor.server.users("grant", address)
    visitor.server.users("revoke", visitor.address)
    act(visitor, "suspend")
    visitor.expect_says(visitor.texts("scripts.actProblems.not-administrator"), "act-message")


def test_administration_works_with_the_keyboard_alone(visit):
    visitor = visit(reduced_motion="reduce")
    address = meet(visitor)
    texts, keyboard = visitor.texts, visitor.page.keyboard
    visitor.open("/people")
    visitor.expect_people()
    tab_to(visitor, texts("pages.people.query"))
    keyboard.type(address)
    keyboard.press("Enter")
    expect(visitor.page.locator(".person")).to_have_count(1)
    press(visitor, "Enter", address)
    expect(visitor.page.locator("h1")).to_have_text(address)
    press(visitor, "Enter", texts("scripts.acts.endSessions.name"))
    tab_to(visitor, texts("pages.common.cancel"))
    keyboard.press("Escape")
    visitor.part("act-dialog").wait_for(state="hidden")
    expect(visitor.button("scripts.acts.endSessions.name")).to_be_focused()
    keyboard.press("Enter")
    press(visitor, "Enter", texts("scripts.acts.endSessions.name"))
    visitor.expect_says(texts("scripts.administration.sessions_ended"), "done")
    press(visitor, "Enter", texts("pages.log.title"))
    visitor.expect_at("/people/log")
    expect(visitor.page.locator(".event").first).to_contain_text(address)
