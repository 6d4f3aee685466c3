import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct PageRendererTests {
    private let renderer: PageRenderer

    init() throws { renderer = try PageRenderer() }

    @Test func everyPageIsACompleteDocumentWithATitle() throws {
        for page in PageSamples.all() {
            let html = renderer.html(page)
            #expect(html.hasPrefix("<!doctype html>"))
            #expect(html.contains("</html>"))
            #expect(html.contains(#/<title>\s*[^<\s][^<]* · Latchkey<\/title>/#), "\(page.template)")
            #expect(!html.contains("{{"), "\(page.template)")
            #expect(html.contains("<h1"), "\(page.template)")
            #expect(html.contains("<noscript>"), "\(page.template)")
        }
    }

    @Test(arguments: PageTemplate.allCases)
    func aMissingTemplateStopsTheStart(template: PageTemplate) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.copyItem(at: Resources.folder.appending(path: "Templates"), to: folder)
        _ = try PageRenderer(languages: PageSamples.languages, folder: folder)
        try FileManager.default.removeItem(at: folder.appending(path: "\(template.rawValue).mustache"))
        #expect(throws: CocoaError.self) { try PageRenderer(languages: PageSamples.languages, folder: folder) }
    }

    @Test("ASVS-1.3.7 every template is read")
    func everyTemplateIsRead() throws {
        let files = try Resources.files(in: "Templates").map { $0.deletingPathExtension().lastPathComponent }
        #expect(Set(files) == Set(PageTemplate.allCases.map(\.rawValue)))
    }

    @Test("V12 ASVS-1.2.3 ASVS-3.4.3 no page violates the strict CSP")
    func noPageViolatesTheStrictCSP() throws {
        for page in PageSamples.all() {
            let html = renderer.html(page)
            #expect(!html.contains(#/<script(?![^>]*\ssrc=)/#.ignoresCase()), "\(page.template)")
            #expect(!html.contains(#/<script[^>]*>[^<]/#.ignoresCase()), "\(page.template)")
            #expect(!html.contains(#/<style/#.ignoresCase()), "\(page.template)")
            #expect(!html.contains(#/<[^>]*\s(?:style|on[a-z]+)\s*=/#.ignoresCase()), "\(page.template)")
            #expect(!html.contains(#/(?:src|href)="(?:data|javascript):/#.ignoresCase()), "\(page.template)")
        }
    }

    @Test("ASVS-1.1.2 ASVS-1.2.1 ASVS-1.3.7 user input is escaped")
    func userInputIsEscaped() throws {
        for page in PageSamples.all(email: PageSamples.hostile, emailText: PageSamples.hostile) {
            let html = renderer.html(page)
            #expect(!html.contains("<script>alert"), "\(page.template)")
            #expect(!html.contains(PageSamples.hostile), "\(page.template)")
        }
        let lock = renderer.html(.lock(PageSamples.user(email: PageSamples.hostile), AttemptStatus()))
        #expect(lock.contains("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;"))
        let template = renderer.html(.lock(PageSamples.user(email: "{{home}}"), AttemptStatus()))
        #expect(template.contains("{{home}}"), "what users typed is no template")
    }

    @Test func onlyAPageWithAnEnabledPasscodeHasATimer() throws {
        #expect(renderer.html(.activity(PageSamples.user())).contains(#"data-timeout-minutes="5""#))
        #expect(!renderer.html(.activity(PageSamples.user(passcode: false))).contains("data-timeout-minutes"))
    }

    @Test func theSettingsPageSelectsOnlyTheCurrentTimeout() throws {
        let html = renderer.html(.securitySettings(PageSamples.user()))
        #expect(html.contains(#"value="5" checked"#))
        #expect(html.matches(of: #/name="timeout" value="[0-9]+" checked/#).count == 1)
        for minutes in User.allowedTimeouts { #expect(html.contains(#"value="\#(minutes)""#)) }
    }

    @Test func setUpLaterIsOfferedOnlyWithoutAPasscode() throws {
        #expect(renderer.html(.setPasscode(PageSamples.user(passcode: false))).contains("Set up later"))
        #expect(!renderer.html(.setPasscode(PageSamples.user())).contains("Set up later"))
    }

    @Test func requiredPasscodeShowsNoOptionToPostponeOrDisable() throws {
        let policy = User.Policy(passcodeRequired: true)
        let first = renderer.html(.setPasscode(PageSamples.user(passcode: false, policy: policy)))
        #expect(!first.contains("Set up later") && !first.contains(#"data-part="later""#))
        #expect(first.contains("Your team requires a passcode.") && first.contains(#"data-action="sign-out""#))
        let settings = renderer.html(.securitySettings(PageSamples.user(policy: policy)))
        #expect(!settings.contains(#"role="switch""#) && settings.contains("Your team requires it."))
        let free = renderer.html(.securitySettings(PageSamples.user()))
        #expect(free.contains(#"role="switch""#) && !free.contains("Your team"))
        #expect(!renderer.html(.setPasscode(PageSamples.user(policy: policy))).contains("Your team"))
    }

    @Test func timeoutsBeyondTheLongestAreNotOffered() throws {
        let policy = User.Policy(longestTimeoutMinutes: 15)
        let html = renderer.html(.securitySettings(PageSamples.user(policy: policy)))
        let offered = html.matches(of: #/name="timeout" value="([0-9]+)"/#).map { Int($0.1) }
        #expect(offered == [1, 5, 15])
        #expect(html.contains("Your team allows at most 15 min."))
    }

    @Test func everyPageContainsTheHomeURLForItsScripts() throws {
        let home = try HomePage.of(["LATCHKEY_HOME_URL": "https://desk.example/?a='&b"])
        let elsewhere = try PageRenderer(languages: PageSamples.languages, home: home, version: "1")
        for page in PageSamples.all() {
            #expect(elsewhere.html(page).contains(#"data-home="https://desk.example/?a=&#39;&amp;b""#))
            #expect(renderer.html(page).contains(#"data-home="/""#))
        }
        // Sample tickets exist only in development.
        #expect(renderer.html(.activity(PageSamples.user())).contains(">Desk</a>"))
        #expect(!elsewhere.html(.activity(PageSamples.user())).contains(">Desk</a>"))
    }

    @Test func onlyAdministratorsSeeTheLinkToAdministrationPages() throws {
        let page = Page.activity(PageSamples.user())
        #expect(renderer.html(page, in: "en", isAdministrator: true).contains(#"<a href="/people">"#))
        #expect(!renderer.html(page).contains("/people"))
    }

    @Test func theDeskListsEveryTicket() throws {
        let user = PageSamples.user()
        let tickets = RepairTicket.samples(for: user.id, now: PageSamples.now, texts: PageSamples.english)
        let html = renderer.html(.desk(user, tickets))
        for ticket in tickets {
            // Isolated: in Arabic, the full stop of "Samuel V." would be before the name.
            #expect(html.contains(ticket.number) && html.contains("<bdi>\(ticket.customer)</bdi>"))
        }
    }
}

@Suite struct ProblemTextTests {
    @Test(arguments: ProblemType.allCases)
    func everyProblemHasItsOwnExplanation(type: ProblemType) throws {
        for tag in try Languages().tags {
            let problems = try Languages()[tag].problems
            let words = try #require(problems[type.rawValue])
            #expect(tag != "en" || words.title == type.title, "the API has another title")
            #expect(words.meaning.count > 8 && words.remedy.count > 8 && !words.title.isEmpty)
            #expect(problems.values.count { $0.meaning == words.meaning } == 1)
        }
    }

    @Test func theLockScreenReportsNoAttemptsWithoutAFailure() throws {
        #expect(try PageSamples.caller(locked: true).attemptStatus == AttemptStatus())
    }

    @Test func theLockScreenShowsTheDelayAndAttemptsLeft() throws {
        let renderer = try PageRenderer()
        let user = PageSamples.user(locked: true)
        let waiting = renderer.html(.lock(user, AttemptStatus(secondsToWait: 30, attemptsRemaining: 6)))
        #expect(waiting.contains(#"data-wait="30" data-remaining="6">"#))
        let fresh = renderer.html(.lock(user, AttemptStatus()))
        #expect(fresh.contains(#"data-wait="0">"#))
        let blocked = renderer.html(.lock(user, AttemptStatus(isResetRequired: true)))
        #expect(blocked.contains(#"data-wait="0" hidden>"#))
        #expect(blocked.contains(#"data-stage="reset">"#))
    }
}
