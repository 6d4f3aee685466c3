import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Every page, with data that would break an unsafe template.
enum PageSamples {
    static let now = Date(timeIntervalSince1970: 1_795_000_000)
    static let hostile = #"<script>alert("x")</script>'&"#

    // Tests of languages report unreadable files.
    // swift-format-ignore: NeverUseForceTry
    static let languages = try! Languages()
    static let english = languages["en"]

    static func user(
        id: String = "u1", email: String = "amira@example.org", passcode: Bool = true, locked: Bool = false,
        policy: User.Policy = .unrestricted, passkey: Bool = false
    ) -> User {
        User(
            id: id, email: email, hasPasscode: passcode, passcodeEnabled: passcode, passcodeTimeoutMinutes: 5,
            locked: locked, language: "en", policy: policy, hasPasskey: passkey)
    }

    static func caller(locked: Bool = false, under rules: TeamRules = TeamRules()) throws -> Caller {
        let now = Timestamp(now)
        let account = Account(id: "u1", email: "amira@example.org", createdAt: now)
        var session = try #require(
            Session(id: "s1", account: account, transport: .cookie, deviceName: nil, under: TeamRules(), now: now))
        if locked { session.persistLock(.passcodeRequired) }
        return Caller(account: account, session: session, rules: rules, now: now)
    }

    static func all(email: String = "amira@example.org", emailText: String = "Hello") -> [Page] {
        let policy = User.Policy(passcodeRequired: true, longestTimeoutMinutes: 5)
        let users = [
            user(email: email), user(email: email, passcode: false), user(email: email, policy: policy),
            user(email: email, passcode: false, policy: policy), user(email: email, passkey: true),
        ]
        let entry = MailboxEntry(
            id: "1", to: email, subject: emailText, createdAt: Timestamp(now),
            text: "\(emailText)\nK7QF-2M9X\nhttp://localhost/x")
        let withUser: [Page] = users.flatMap { user -> [Page] in
            let tickets = RepairTicket.samples(for: user.id, now: now, texts: english)
            return [
                .setPasscode(user), .lock(user, AttemptStatus(secondsToWait: 30, attemptsRemaining: 6)),
                .securitySettings(user, .bounced), .activity(user), .desk(user, tickets),
                .people(user), .person(user), .team(user), .administrationLog(user),
            ]
        }
        let without: [Page] = [
            .signIn, .signInVerify, .resetPasscode, .disown, .providerDown, .mailbox([]), .mailbox([entry]), .notFound,
        ]
        return without + withUser + ProblemType.allCases.map(Page.problem)
    }
}

extension HomePage {
    /// Returns the pages of a server with these settings.
    static func of(_ environment: [String: String]) throws -> HomePage {
        let settings = try Settings(environment: environment)
        return HomePage(url: settings.homeURL, isDevelopment: settings.isDevelopment)
    }
}

extension PageRenderer {
    init(
        languages: Languages = PageSamples.languages, hasPasskeys: Bool = true,
        folder: URL = Resources.folder.appending(path: "Templates")
    ) throws {
        self = try Self(languages: languages, version: AssetLibrary.current, folder: folder)
            .with(.of(["LATCHKEY_DEV": "1"]), hasPasskeys: hasPasskeys)
    }

    func html(_ page: Page) -> String { html(page, in: "en") }
}

extension AssetLibrary {
    /// The version of the assets in this build.
    static let current = (try? AssetLibrary())?.version ?? ""

    init() throws { try self.init(languages: PageSamples.languages) }
}
