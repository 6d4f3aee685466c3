"""The administrator's pages: who sees them, what they find, and each act."""

import hashlib
import re

from playwright.sync_api import expect

from harness.states.administration import meet
from harness.visitor import PASSCODE, POINT, WRONG_PASSCODE, Visitor, new_address
from test_keyboard import press, tab_to


def posts(visitor: Visitor):
    """The paths of acts that the page sends from now on, with the status of each."""
    sent = []
    visitor.page.on("response", lambda answer: sent.append((answer.url.rsplit("/", 1)[1], answer.status))
                    if answer.request.method in ("POST", "DELETE") and "/api/admin/" in answer.url else None)
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


def test_people_list_keeps_its_search_and_page(visit, own_server):
    visitor = visit(own_server, address="zoe@example.com")
    visitor.administer()
    for number in range(52):
        if number % 20 == 0:
            # A session may send twenty without a pause.
            own_server.advance_clock(200)
            assert visitor.call("POST", "/api/auth/verify-passcode", {"passcode": PASSCODE})["status"] == 200
        invited = visitor.call("POST", "/api/admin/people", {"email": f"staff{number:02}@example.com"})
        assert invited["status"] == 201
    visitor.open("/people")
    texts, rows, status = visitor.texts, visitor.page.locator(".person"), "people-status"
    visitor.expect_says(texts("scripts.people.shown", number=50), status)
    expect(visitor.part("summary")).to_have_text(texts("scripts.people.summary", number=52))
    visitor.button("pages.activity.loadMore").click()
    visitor.expect_says(texts("scripts.people.shown", number=53), status)
    expect(visitor.part("more")).to_have_count(0)
    visitor.page.get_by_label(texts("pages.people.query")).fill(" staff4")
    visitor.page.keyboard.press("Enter")
    expect(rows).to_have_count(10)
    visitor.page.get_by_role("link", name="staff42@example.com").click()
    expect(visitor.page.locator("h1")).to_have_text("staff42@example.com")
    visitor.page.go_back()
    expect(rows).to_have_count(10)
    visitor.page.get_by_label(texts("pages.people.state"), exact=True).select_option("passcode_set")
    visitor.expect_says(texts("scripts.people.none"), status)
    visitor.part("query").fill("")
    visitor.button("pages.people.search").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("zoe@example.com")


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


def test_administrator_can_invite_a_user_by_email(visit):
    visitor = visit()
    visitor.administer("/people")
    visitor.expect_people()
    address, field = new_address(), visitor.page.locator("#invite-email")
    visitor.button("pages.people.invite").click()
    expect(field).to_be_focused()
    field.fill("josé@example.com")
    visitor.page.keyboard.press("Enter")
    visitor.expect_says(visitor.texts("scripts.emailLetters"), "invite-message")
    field.fill(address)
    visitor.button("pages.people.inviteSend").dblclick()
    visitor.expect_says(visitor.texts("scripts.people.invited", address=address), "invited")
    expect(visitor.button("pages.people.invite")).to_be_focused()
    assert visitor.server.mail(address, visitor.texts("emails.events.invited.subject"))
    visitor.button("pages.people.invite").click()
    field.fill(address)
    visitor.page.keyboard.press("Enter")
    visitor.expect_says(visitor.texts("scripts.people.exists", address=address), "invite-message")
    open_person(visitor, address)


def test_team_page_links_to_accounts_that_break_rules(visit, team_server):
    visitor = visit(team_server)
    address = new_address()
    team_server.users("add", address)
    visitor.administer("/people/team")
    expect(visitor.part("passcode")).to_have_text(visitor.texts("scripts.team.required"))
    expect(visitor.part("timeout")).to_have_text("15 minutes")
    expect(visitor.part("unlock")).to_have_text(visitor.texts("scripts.team.server"))
    expect(visitor.part("session-days")).to_have_text("30 days")
    # The administrator, at least: servers are shared.
    shortfall = visitor.part("shortfalls").locator("li").filter(has_text=visitor.texts("scripts.team.noDevice"))
    expect(shortfall.locator(".shortfall-number")).to_have_text(re.compile("^[1-9]"))
    visitor.page.get_by_role("link", name=visitor.texts("scripts.personStates.no_passcode")).click()
    visitor.expect_people()
    visitor.page.get_by_role("link", name=address).wait_for()
    expect(visitor.part("state")).to_have_value("no_passcode")


def test_team_page_shows_that_further_devices_were_not_counted(visit, team_server):
    visitor = visit(team_server)
    visitor.administer()

    def enlarge(route):
        team = route.fetch().json()
        team["people"]["passcode_set"], team["without_device"] = 1_000, 0
        route.fulfill(json=team)

    visitor.route("**/api/admin/team", enlarge)
    visitor.open("/people/team")
    shortfall = visitor.part("shortfalls").locator("li").filter(has_text=visitor.texts("scripts.team.noDevice"))
    expect(shortfall.locator(".shortfall-number")).to_have_text("0+")


def test_log_can_be_filtered_and_downloaded(visit, own_server):
    visitor = visit(own_server)
    address = meet(visitor)
    own_server.users("suspend", address)
    visitor.open("/people/log")
    texts, rows = visitor.texts, visitor.page.locator(".event")
    expect(rows.first).to_contain_text(address)
    expect(rows.first).to_contain_text(texts("scripts.log.by", actor=texts("scripts.log.operator")))
    visitor.page.get_by_label(texts("pages.log.act")).select_option("administrator_granted")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(visitor.address)
    with visitor.page.expect_download() as download:
        visitor.button("pages.log.csv").click()
    content = download.value.path().read_text()
    assert visitor.address in content and address not in content
    visitor.page.get_by_label(texts("pages.log.act")).select_option("removed")
    visitor.expect_says(texts("scripts.log.none"), "status")


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
