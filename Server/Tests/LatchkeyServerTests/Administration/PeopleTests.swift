import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// The accounts as administrators see them.
@Suite struct PeopleTests {
    static let paths = [
        "/api/admin/people", "/api/admin/people?state=x", "/api/admin/people/0123", "/api/admin/team",
        "/api/admin/log", "/api/admin/log?before=x", "/api/admin/log.csv",
    ]

    @Test func membersGetTheSameResponseForEveryPath() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let ann = try await server.account()
            var bodies: Set<String> = []
            for path in Self.paths + [PeopleController.path + "/" + ann.id] {
                let response = try await server.get(path, bearer: session.accessToken)
                #expect(response.status == 403 && response.problem == "not-administrator", "\(path)")
                bodies.insert(response.text)
            }
            #expect(bodies.count == 1)
        }
    }

    @Test func lockedOrMissingSessionIsRejectedOnEveryPath() async throws {
        try await TestServer.run { server in
            let session = try await server.signInAdministrator()
            _ = try await server.post("/api/auth/lock", bearer: session.accessToken)
            for path in Self.paths {
                #expect(try await server.get(path, bearer: session.accessToken).problem == "locked")
                #expect(try await server.get(path).problem == "unauthenticated")
            }
        }
    }

    @Test func revokedRoleLosesAccessAtTheNextRequest() async throws {
        try await TestServer.run { server in
            let session = try await server.signInAdministrator()
            _ = try await server.addAdministrator("zoe@example.com")
            #expect(try await server.get(Self.paths[0], bearer: session.accessToken).status == 200)
            let ada = try EmailAddress(member: TestServer.administrator)
            _ = try await server.administration.apply(.revoke, to: ada)
            #expect(try await server.get(Self.paths[0], bearer: session.accessToken).problem == "not-administrator")
        }
    }

    @Test func accountListHasSortedPagesOf50WithoutGaps() async throws {
        try await TestServer.run { server in
            let session = try await server.signInAdministrator()
            try await server.dependencies.store.write { transaction in
                for number in 0..<100 {
                    try transaction.accounts.insert(StoreContract.account(String(format: "p%03d", number)))
                }
            }
            var emails: [String] = []
            var after: String?
            for count in [50, 50, 1] {
                let page = try await server.people(after.map { "after=\($0)" } ?? "", session)
                #expect(page.people.count == count && (page.next == nil) == (count == 1))
                emails += page.people.map(\.email)
                after = page.next
            }
            #expect(emails == emails.sorted() && Set(emails).count == 101)
            let found = try await server.people("query=P09", session).people.map(\.email)
            #expect(found == (90..<100).map { "p0\($0)@example.com" })
            // Exactly one page has no next one.
            let half = try await server.people("query=p&after=p050@example.com", session)
            #expect(half.people.count == 50 && half.next == nil)
            // The account at the start of the next page was removed.
            let later = try await server.people("query=p&after=p050z", session)
            #expect(later.people.first?.email == "p051@example.com")
        }
    }

    @Test func theListShowsStateRoleDevicesAndLastActivity() async throws {
        try await TestServer.run { server in
            let session = try await server.signInAdministrator()
            _ = try await server.signIn()
            try await server.blockAccount("bob@example.com")
            let people = try await server.people("", session).people
            #expect(people.map(\.email) == ["ada@example.com", "ann@example.com", "bob@example.com"])
            #expect(people.map(\.state) == ["passcode_set", "no_passcode", "locked_out"])
            #expect(people.map(\.role) == ["administrator", "member", "member"])
            #expect(people.map(\.devices) == [1, 1, 0])
            #expect(people[2].lastActiveAt == nil && people[1].lastActiveAt != nil)
            #expect(try await server.people("state=locked_out", session).people.map(\.email) == ["bob@example.com"])
            let none = try await server.people("state=locked_out&query=ann", session)
            #expect(none.people.isEmpty && none.next == nil)
        }
    }

    @Test func personDetailsIncludeSessionsAndPasskeysAndActivity() async throws {
        try await TestServer.run { server in
            let session = try await server.signInAdministrator()
            let (ann, _) = try await server.signInWithPasskey("ann@example.com")
            let device = try await server.register(ann)
            for change in Array(repeating: [AccountChange.suspend, .resume], count: 30).joined() {
                try await server.apply(change)
            }
            _ = try await server.signInLater()
            let path = PeopleController.path + "/" + ann.user.id
            let response = try await server.get(path, bearer: session.accessToken)
            let person = try response.decode(Person.self)
            #expect(person.email == "ann@example.com" && person.state == "passcode_set" && !person.roleOfProvider)
            #expect(person.sessions.map(\.locked) == [true])
            #expect(person.passkeys.count == 1 && person.unlockKeys.map(\.id) == [device.id])
            #expect(person.activity.map(\.kind).starts(with: ["signed_in", "resumed", "suspended"]))
            #expect(person.acts.first?.act == "resumed" && person.acts.count { $0.actor == nil } == 60)
            let tag = try #require(response.headers[.eTag])
            #expect(try await server.get(path, bearer: session.accessToken).headers[.eTag] == tag)
            try await server.apply(.requireReset)
            #expect(try await server.get(path, bearer: session.accessToken).headers[.eTag] != tag)
            let missing = try await server.get(path + "0", bearer: session.accessToken)
            #expect(missing.status == 404 && missing.text.contains("removed"))
        }
    }

    @Test func accountDetailsShowActivityOfTheLast90Days() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            let id = try await server.account().id
            server.clock.advance(by: .days(90))
            let session = try await server.signInAdministrator()
            let path = PeopleController.path + "/" + id
            #expect(try await server.get(path, bearer: session.accessToken).decode(Person.self).activity.count == 1)
            server.clock.advance(by: .milliseconds(1))
            #expect(try await server.get(path, bearer: session.accessToken).decode(Person.self).activity.isEmpty)
        }
    }

    @Test("ASVS-1.2.10 ASVS-5.4.1 ASVS-5.4.2 the log has filters and formula-safe CSV")
    func theLogHasFiltersAndFormulaSafeCSV() async throws {
        try await TestServer.run { server in
            let session = try await server.signInAdministrator()
            let address = try EmailAddress(member: "=x@example.com")
            let id = try await #require(
                server.administration.add(address, id: server.dependencies.random.makeID())
            ).id
            _ = try await server.administration.apply(.suspend, to: address)
            func acts(_ query: String) async throws -> [String] {
                let response = try await server.get("/api/admin/log" + query, bearer: session.accessToken)
                return try response.decode(Log.self).entries.map(\.act)
            }
            #expect(try await acts("") == ["suspended", "added", "administrator_granted"])
            #expect(try await acts("?person=\(id)") == ["suspended", "added"])
            #expect(try await acts("?act=added") == ["added"])
            #expect(try await acts("?person=%00") == [])
            for query in ["?act=x", "?act=added&person=\(id)", "?before=0"] {
                let response = try await server.get("/api/admin/log" + query, bearer: session.accessToken)
                #expect(response.problem == "invalid-request", "\(query)")
            }
            let csv = try await server.get("/api/admin/log.csv", bearer: session.accessToken)
            #expect(csv.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(csv.headers[.contentDisposition] == #"attachment; filename="latchkey-log.csv""#)
            let lines = csv.text.components(separatedBy: "\r\n")
            #expect(lines.count == 5 && lines[1].contains(#","suspended","operator","'=x@example.com",""#))
        }
    }
}

/// A page of the accounts.
struct People: Decodable {
    struct Person: Decodable {
        let id, email, role, state: String
        let devices: Int
        let lastActiveAt: Date?
    }
    let people: [Person]
    let next: String?
}

private struct Person: Decodable {
    struct Session: Decodable { let locked: Bool }
    struct Key: Decodable { let id: String }
    struct Event: Decodable { let kind: String }
    let email, state: String
    let roleOfProvider: Bool
    let sessions: [Session]
    let unlockKeys: [Key]
    let passkeys: [Key]
    let activity: [Event]
    let acts: [Log.Entry]
}

private struct Log: Decodable {
    struct Entry: Decodable {
        let act: String
        let actor: String?
    }
    let entries: [Entry]
}

extension TestServer {
    static let administrator = "ada@example.com"

    /// Signs in an administrator, whose passcode was just set.
    func signInAdministrator() async throws -> SessionResponse {
        let session = try await signInWithPasscode(Self.administrator)
        let address = try EmailAddress(member: Self.administrator)
        _ = try #require(try await administration.apply(.grant, to: address))
        return session
    }

    func people(_ query: String, _ session: SessionResponse) async throws -> People {
        try await get(PeopleController.path + "?" + query, bearer: session.accessToken).decode()
    }
}
