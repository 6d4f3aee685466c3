import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// People of whom a row cannot be read.
@Suite struct DamagedPeopleTests {
    @Test("V15 a damaged address does not end the list")
    func aDamagedAddressDoesNotEndTheList() async throws {
        try await TestServer.run { server in
            let session = try await server.signInAdministrator()
            try await server.dependencies.store.write { transaction in
                for number in 0..<60 {
                    try transaction.accounts.insert(StoreContract.account(String(format: "p%03d", number)))
                }
            }
            // The first account of the second page.
            try await server.database.execute(
                "UPDATE users SET email = 'p049 @example.com' WHERE email = 'p049@example.com'")
            let first = try await server.people("", session)
            let next = try #require(first.next)
            let second = try await server.people("after=\(next)", session)
            let emails = (first.people + second.people).map(\.email)
            #expect(second.next == nil && emails.count == 60 && Set(emails).count == 60)
            // With all rows but the first one damaged, a page does not name itself as the next one.
            try await server.database.execute(
                "UPDATE users SET email = 'p000~ ' || id WHERE email > 'p000@example.com'")
            #expect(try await server.people("after=p000", session).next == nil)
        }
    }

    @Test(
        "V15 an unreadable account does not hide others", .onSQLite,
        arguments: ["role = 'unheard-of'", "email = 'a' || char(0) || 'b'"])
    func anUnreadableAccountDoesNotHideOthers(_ damage: String) async throws {
        try await TestServer.run { server in
            let session = try await server.signInAdministrator()
            _ = try await server.signIn()
            _ = try await server.signIn("bob@example.com")
            let database = RawDatabase(path: server.dependencies.settings.databasePath)
            try await database.execute("UPDATE users SET \(damage) WHERE email = 'ann@example.com'")
            #expect(
                try await server.people("", session).people.map(\.email) == ["ada@example.com", "bob@example.com"])
        }
    }

    @Test("V15 an unreadable session hides no other of its account")
    func anUnreadableSessionHidesNoOtherOfItsAccount() async throws {
        try await TestServer.run { server in
            let administrator = try await server.signInAdministrator()
            let ann = try await server.signIn()
            let id = try #require(try await server.storedSessions().first).id
            let later = try await server.signInLater()
            try await server.database.execute("UPDATE sessions SET lock = 'unheard_of' WHERE id = '\(id)'")
            let path = "\(PeopleController.path)/\(ann.user.id)"
            let person = try await server.get(path, bearer: administrator.accessToken).decode(Person.self)
            #expect(person.sessions.count == 1 && person.sessions.first?.id != id)
            let own = try await server.get("/api/auth/sessions", bearer: later.accessToken).decode(SessionList.self)
            #expect(own.sessions.map(\.id) == person.sessions.map(\.id))
            #expect(try await server.administration.sessions(of: EmailAddress(member: "ann@example.com"))?.count == 1)
            #expect(try await server.post("/api/auth/logout", bearer: later.accessToken).status == 204)
            // Ends the unreadable one.
            #expect(try await server.apply(.endSessions).changed)
            #expect(try await server.storedSessions().isEmpty)
        }
    }

    @Test("V15 ending all other sessions ends unreadable ones")
    func endingAllOtherSessionsEndsUnreadableOnes() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            let id = try #require(try await server.storedSessions().first).id
            _ = try await server.signInLater()
            let own = try await server.signInLater()
            try await server.database.execute("UPDATE sessions SET lock = 'unheard_of' WHERE id = '\(id)'")
            #expect(try await server.send(.delete, "/api/auth/sessions", bearer: own.accessToken).status == 204)
            #expect(try await server.storedSessions().count == 1)
        }
    }

    @Test("V15 linking and a provider's logout end unreadable sessions", arguments: [nil, "s1"])
    func linkingAndAProvidersLogoutEndUnreadableSessions(sid: String?) async throws {
        try await TestServer.runWithProvider { server, provider in
            let damage = "UPDATE sessions SET lock = 'unheard_of'"
            _ = try await server.signIn()
            try await server.database.execute(damage)
            _ = try await server.signIn(by: provider, ["sid": "s1"])
            #expect(try await server.storedSessions().count == 1)
            try await server.database.execute(damage)
            #expect(try await server.logOut(provider, ["sid": sid]).status == 200)
            #expect(try await server.storedSessions().isEmpty)
        }
    }

    @Test("V15 a logout on an unlinked account ends its unreadable session")
    func aLogoutOnAnUnlinkedAccountEndsItsUnreadableSession() async throws {
        try await TestServer.runWithProvider { server, provider in
            let owner = try await server.signInWithPasscode()
            _ = try await server.signIn(by: provider)
            try await server.database.execute(
                "UPDATE sessions SET lock = 'unheard_of' WHERE id IN (SELECT session_id FROM provider_sessions)")
            #expect(try await server.logOut(provider, ["sid": nil]).status == 200)
            #expect(try await server.storedSessions().count == 1)
            #expect(try await server.status(owner) == 200)
        }
    }
}

private struct Person: Decodable {
    struct Session: Decodable { let id: String }
    let sessions: [Session]
}
