import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct PageGuardTests {
    private static let paths = [
        "/", "/settings/security", "/activity", "/set-passcode", "/lock", "/sign-in", "/sign-in/verify",
        "/reset-passcode", "/disown",
    ]

    @Test func signedOutUsersAreRedirectedToSignIn() {
        expect(
            .signedOut,
            [
                "to /sign-in", "to /sign-in?next=/settings/security", "to /sign-in?next=/activity",
                "to /sign-in?next=/set-passcode", "to /sign-in", "sign-in", "sign-in-verify", "reset-passcode",
                "disown",
            ])
    }

    @Test func lockedSessionIsRedirectedToTheLockAndBack() {
        expect(
            .locked(PageSamples.user(locked: true), AttemptStatus()),
            [
                "to /lock", "to /lock?next=/settings/security", "to /lock?next=/activity",
                "to /lock?next=/set-passcode",
                "lock", "to /lock", "sign-in-verify", "reset-passcode", "disown",
            ])
    }

    @Test func missingRequiredPasscodeRedirectsToSetupWithReturnPath() {
        expect(
            .withoutPasscode(PageSamples.user(passcode: false)),
            [
                "to /set-passcode", "to /set-passcode?next=/settings/security", "to /set-passcode?next=/activity",
                "set-passcode", "to /set-passcode", "to /set-passcode", "sign-in-verify", "reset-passcode", "disown",
            ])
        let viewer = PageViewer.withoutPasscode(PageSamples.user(passcode: false))
        #expect(outcome("/sign-in", viewer, "next=/tickets") == "to /set-passcode?next=/tickets")
        #expect(outcome("/lock", viewer, "again&next=/tickets") == "to /set-passcode?next=/tickets")
    }

    @Test func anUnlockedSessionCanOpenTheSignedInPages() {
        expect(
            .unlocked(PageSamples.user(), AttemptStatus()),
            [
                "desk", "security-settings", "activity", "set-passcode", "to /", "to /", "sign-in-verify",
                "reset-passcode", "disown",
            ])
    }

    @Test(arguments: [
        ("/people", "people"), ("/people/team", "team"), ("/people/log", "administration-log"),
        ("/people/0123456789abcdef0123456789abcdef", "person"),
    ])
    func onlyAdministratorsCanOpenAdministrationPages(path: String, page: String) {
        let user = PageSamples.user()
        #expect(outcome(path, .unlocked(user, AttemptStatus(), isAdministrator: true)) == page)
        #expect(outcome(path, .unlocked(user, AttemptStatus())) == "problem not-administrator")
        #expect(outcome(path, .locked(user, AttemptStatus())) == "to /lock?next=" + path)
        #expect(outcome(path, .withoutPasscode(user)) == "to /set-passcode?next=" + path)
        #expect(outcome(path, .signedOut) == "to /sign-in?next=" + path)
    }

    @Test(arguments: ProblemType.allCases)
    func problemPagesRequireNoSession(type: ProblemType) {
        #expect(outcome("/problems/\(type.rawValue)", .signedOut) == "problem")
        #expect(
            outcome("/problems/\(type.rawValue)", .locked(PageSamples.user(locked: true), AttemptStatus())) == "problem"
        )
    }

    @Test(arguments: [
        "", "/nothing", "/problems/", "/problems/other", "/sign-in/", "//", "/activity/..", "/Lock", "/people/1",
    ])
    func unknownPathsHaveNoPage(path: String) {
        #expect(outcome(path, .unlocked(PageSamples.user(), AttemptStatus())) == nil)
    }

    @Test func aPageViewerReflectsTheSessionsState() throws {
        #expect(outcome("/lock", PageViewer(nil, in: "en")) == "to /sign-in")
        #expect(try outcome("/lock", PageViewer(PageSamples.caller(locked: true), in: "en")) == "lock")
        #expect(try outcome("/lock", PageViewer(PageSamples.caller(), in: "en")) == "to /")
        let required = TeamRules(passcode: .required)
        #expect(try outcome("/lock", PageViewer(PageSamples.caller(under: required), in: "en")) == "to /set-passcode")
        var caller = try PageSamples.caller()
        #expect(!PageViewer(caller, in: "en").isAdministrator)
        caller.account.role = .administrator
        #expect(PageViewer(caller, in: "en").isAdministrator)
    }

    @Test func signInAndLockKeepTheReturnPath() {
        let query = "next=/tickets?page=2&order=date"
        let locked = PageViewer.locked(PageSamples.user(locked: true), AttemptStatus())
        let unlocked = PageViewer.unlocked(PageSamples.user(), AttemptStatus())
        #expect(outcome("/sign-in", .signedOut, query) == "sign-in")
        #expect(outcome("/sign-in", locked, query) == "to /lock?" + query)
        #expect(outcome("/sign-in", unlocked, query) == "to /tickets?page=2&order=date")
        #expect(outcome("/lock", .signedOut, query) == "to /sign-in?" + query)
        #expect(outcome("/lock", locked, query) == "lock")
        #expect(outcome("/lock", unlocked, query) == "to /tickets?page=2&order=date")
    }

    @Test func passcodeIsOfferedAfterASignInByTheProvider() {
        let none = PageViewer.unlocked(PageSamples.user(passcode: false), AttemptStatus())
        let offer = PasscodeOffer.query
        #expect(outcome("/sign-in", none, offer) == "to /set-passcode")
        #expect(outcome("/sign-in", none, offer + "&next=/tickets") == "to /set-passcode?next=/tickets")
        for query in [
            "next=/tickets", "next=/tickets?a&" + offer, "x&\(offer)&next=/tickets", "\(offer)s&next=/tickets",
        ] {
            #expect(outcome("/sign-in", none, query)?.hasPrefix("to /tickets") == true, "\(query)")
        }
        let set = PageViewer.unlocked(PageSamples.user(), AttemptStatus())
        #expect(outcome("/sign-in", set, offer + "&next=/tickets") == "to /tickets")
        let locked = PageViewer.locked(PageSamples.user(locked: true), AttemptStatus())
        #expect(outcome("/sign-in", locked, offer + "&next=/tickets") == "to /lock?next=/tickets")
        #expect(outcome("/sign-in", .signedOut, offer) == "sign-in")
    }

    @Test func theLockPageCanVerifyAnUnlockedSessionAgain() {
        let unlocked = PageViewer.unlocked(PageSamples.user(), AttemptStatus())
        #expect(outcome("/lock", unlocked, "again") == "lock")
        #expect(outcome("/lock", unlocked, "again&next=/tickets") == "lock")
        for query in ["next=/tickets?a&again", "agains&next=/tickets", "x&again&next=/tickets"] {
            #expect(outcome("/lock", unlocked, query)?.hasPrefix("to /tickets") == true, "\(query)")
        }
        var none = PageSamples.user()
        none.hasPasscode = false
        #expect(
            outcome("/lock", .unlocked(none, AttemptStatus()), "again&next=/tickets")
                == "to /set-passcode?next=/tickets"
        )
        #expect(outcome("/lock", .signedOut, "again&next=/tickets") == "to /sign-in?next=/tickets")
    }

    @Test(
        arguments: [
            ("max_age=300&next=/tickets", 299, false), ("max_age=300&next=/tickets", 300, false),
            ("max_age=300&next=/tickets", 301, true), ("max_age=300", 299, false), ("max_age=300", 301, true),
            ("max_age=300&next=/tickets", nil, true), ("max_age=3153600000&next=/tickets", nil, true),
            ("max_age=3153600000&next=/tickets", 86_400, false),
            // Like `again`, requires a verification.
            ("max_age=0&next=/tickets", 0, true), ("max_age=00&next=/tickets", 0, true),
            // An invalid number requires a verification.
            ("max_age&next=/tickets", 0, true), ("max_age=&next=/tickets", 0, true), ("max_age=-1", 0, true),
            ("max_age=0300&next=/tickets", 0, true), ("max_age=%20300&next=/tickets", 0, true),
            ("max_age=+300&next=/tickets", 0, true), ("max_age=3e2&next=/tickets", 0, true),
            ("max_age=%33%30%30&next=/tickets", 0, true), ("max_age=300s&next=/tickets", 0, true),
            ("max_age=3153600001&next=/tickets", 0, true), ("max_age=99999999999999999999&next=/a", 0, true),
            ("max_age=300&max_age=1&next=/tickets", 2, true), ("max_age=300&again&next=/tickets", 2, true),
            // Parameters inside the return path have no effect.
            ("next=/tickets?max_age=0&again", 301, false), ("max_ages=0&next=/tickets", 301, false),
            ("max_age=300&next=/tickets?max_age=1&again", 2, false),
        ] as [(String, Int?, Bool)])
    func maxAgeRequiresVerificationOnlyAfterThatAge(query: String, seconds: Int?, isAsked: Bool) {
        let viewer = PageViewer.unlocked(
            PageSamples.user(), AttemptStatus(), passcodeAge: seconds.map { .seconds($0) })
        let outcome = outcome("/lock", viewer, query)
        #expect(isAsked ? outcome == "lock" : outcome?.hasPrefix("to /") == true, "\(outcome ?? "none")")
        #expect(self.outcome("/lock", .locked(PageSamples.user(locked: true), AttemptStatus()), query) == "lock")
        #expect(self.outcome("/lock", .signedOut, query)?.hasPrefix("to /sign-in") == true)
    }

    @Test func passcodeAgeIsNotRoundedDown() {
        for (age, isAsked) in [(300_000, false), (300_001, true)] {
            let viewer = PageViewer.unlocked(
                PageSamples.user(), AttemptStatus(), passcodeAge: .milliseconds(age))
            #expect((outcome("/lock", viewer, "max_age=300") == "lock") == isAsked)
        }
    }

    @Test func passcodeAgeComesFromTheSessionsVerificationTime() throws {
        var caller = try PageSamples.caller()
        for (ago, isAsked) in [(300, false), (301, true), (-60, false), (-61, true)] {
            caller.session.passcodeVerifiedAt = caller.now - .seconds(ago)
            let viewer = PageViewer(caller, in: "en")
            #expect((outcome("/lock", viewer, "max_age=300&next=/a") != "to /a") == isAsked, "\(ago)")
        }
        caller.session.passcodeVerifiedAt = nil
        #expect(outcome("/lock", PageViewer(caller, in: "en"), "max_age=300&next=/a") == "to /set-passcode?next=/a")
    }

    @Test(
        arguments: [
            ([:], "/settings/security", "/settings/security"),
            (
                ["LATCHKEY_HOME_URL": "https://desk.example/a?b#c"], "https://desk.example/a?b#c",
                "https://desk.example/a?b#c"
            ),
            (["LATCHKEY_HOME_URL": "/tickets"], "/tickets", "/tickets"),
            // Behind a proxy that routes `/` to the application, this server gets no request for it.
            (["LATCHKEY_HOME_URL": "/"], "/settings/security", "/"),
            (
                ["LATCHKEY_HOME_URL": "https://lock.example/", "LATCHKEY_PUBLIC_URL": "https://lock.example"],
                "/settings/security", "https://lock.example/"
            ),
            (
                ["LATCHKEY_HOME_URL": "HTTPS://Lock.example:443", "LATCHKEY_PUBLIC_URL": "https://lock.example"],
                "/settings/security", "HTTPS://Lock.example:443"
            ),
        ] as [([String: String], String, String)])
    func theProductionRootRedirectsToTheApplicationOrSettings(
        _ settings: [String: String], _ fromRoot: String, _ afterwards: String
    ) {
        let unlocked = PageViewer.unlocked(PageSamples.user(), AttemptStatus())
        #expect(outcome("/", unlocked, home: settings) == "to " + fromRoot)
        for page in ["/lock", "/sign-in"] {
            #expect(outcome(page, unlocked, home: settings) == "to " + afterwards)
            #expect(outcome(page, unlocked, "next=/a", home: settings) == "to /a", "what is wanted counts first")
            #expect(outcome(page, unlocked, "next=//evil.example", home: settings) == "to " + afterwards)
        }
        #expect(outcome("/", .signedOut, home: settings) == "to /sign-in")
        let locked = PageViewer.locked(PageSamples.user(locked: true), AttemptStatus())
        #expect(outcome("/", locked, home: settings) == "to /lock")
    }

    @Test func theDevelopmentRootAlwaysShowsTheDesk() {
        let settings = ["LATCHKEY_DEV": "1", "LATCHKEY_HOME_URL": "/tickets"]
        let unlocked = PageViewer.unlocked(PageSamples.user(), AttemptStatus())
        #expect(outcome("/", unlocked, home: settings) == "desk")
        #expect(outcome("/lock", unlocked, home: settings) == "to /tickets")
    }

    private func expect(_ viewer: PageViewer, _ outcomes: [String]) {
        for (path, expected) in zip(Self.paths, outcomes) {
            #expect(outcome(path, viewer) == expected, "\(path)")
        }
    }

    private func outcome(
        _ path: String, _ viewer: PageViewer, _ query: String? = nil, home: [String: String] = ["LATCHKEY_DEV": "1"]
    ) -> String? {
        guard let settings = try? Settings(environment: home) else { return "invalid settings" }
        let pageGuard = PageGuard(
            home: HomePage(url: settings.homeURL, isDevelopment: settings.isDevelopment), publicURL: settings.publicURL,
            now: PageSamples.now, texts: PageSamples.english)
        return switch pageGuard.decide(path: path, query: query, viewer: viewer) {
        case .none: nil
        case .render(let page): page.template.rawValue
        case .redirect(let path): "to " + path
        case .reject(let problem): "problem " + problem.rawValue
        }
    }
}

@Suite struct RepairTicketTests {
    @Test func aUsersSampleTicketsAreAlwaysTheSame() {
        let first = RepairTicket.samples(for: "u1", now: PageSamples.now, texts: PageSamples.english)
        #expect(
            first
                == RepairTicket.samples(
                    for: "u1", now: PageSamples.now.addingTimeInterval(1), texts: PageSamples.english))
        #expect(first.count == RepairTicket.sampleCount)
        #expect(Set(first.map(\.number)).count == first.count)
    }

    @Test func eachUserHasDifferentSampleTickets() {
        let desks = (0..<50).map {
            RepairTicket.samples(for: "user-\($0)", now: PageSamples.now, texts: PageSamples.english)
        }
        for (index, desk) in desks.enumerated() { #expect(!desks[..<index].contains(desk)) }
    }

    @Test func dueDatesAreInTheLanguagesOrder() {
        let texts = PageSamples.languages["ja"]
        let days = RepairTicket.samples(for: "u1", now: PageSamples.now, texts: texts).map(\.promisedText)
        #expect(days.contains { $0.contains(#/11月\d+日/#) }, "\(days)")
    }

    @Test func sampleTicketsAreSortedByDueDate() {
        for user in 0..<20 {
            let days = RepairTicket.samples(for: "user-\(user)", now: PageSamples.now, texts: PageSamples.english).map(
                \.promised)
            #expect(days == days.sorted())
            #expect(days.allSatisfy { $0.timeIntervalSince(PageSamples.now) > -86_400 })
        }
    }
}
