"""The administrator's lists: accounts and invitations, the team's rules, and the log."""

import re

from playwright.sync_api import expect

from harness.states.administration import meet
from harness.visitor import PASSCODE, new_address
from test_administration import open_person


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
