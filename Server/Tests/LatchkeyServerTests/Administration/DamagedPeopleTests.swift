import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// People of whom a row cannot be read.
@Suite struct DamagedPeopleTests {
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
}

private struct Person: Decodable {
    struct Session: Decodable { let id: String }
    let sessions: [Session]
}
