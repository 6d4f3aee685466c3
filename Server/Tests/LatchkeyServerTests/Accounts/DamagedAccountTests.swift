import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// A record that cannot be read is an error for its user: 500, and nothing is spent.
@Suite struct DamagedAccountTests {
    @Test("V15 an unreadable account is 500 and works after repair")
    func anUnreadableAccountIs500AndWorksAfterRepair() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let notice = try #require(try await server.takeEmails(to: "ann@example.com").first)
            let (signIn, reset) = try await (server.signInEmail("ann@example.com"), server.resetEmail())
            let proof = #""email":"ann@example.com","new_passcode":"580293","transport":"bearer""#
            let calls = [
                ("/api/auth/magic-link/verify", "{\(proof),\"code\":\"\(signIn.code ?? "")\"}"),
                ("/api/auth/reset-passcode", "{\(proof),\"code\":\"\(reset.code ?? "")\"}"),
            ]
            try await server.database.execute("UPDATE users SET mail_trouble = 'unknown' WHERE \(Self.isAnn)")
            for (path, json) in calls {
                for _ in 0..<7 { #expect(try await server.post(path, json).problem == "internal-error", "\(path)") }
            }
            #expect(try await server.disown(notice) == 500)
            #expect(try await server.get("/api/auth/me", bearer: session.accessToken).problem == "internal-error")
            #expect(try await server.signIn("bob@example.com").user.email == "bob@example.com")
            try await server.database.execute("UPDATE users SET mail_trouble = NULL WHERE \(Self.isAnn)")
            for (path, json) in calls { #expect(try await server.post(path, json).status == 200, "\(path)") }
            #expect(try await server.disown(notice) == 204)
        }
    }

    @Test(
        "V15 ASVS-1.3.11 an invalid stored email address makes its account unreadable",
        arguments: ["\r", "\n", " "])
    func anInvalidStoredEmailAddressMakesItsAccountUnreadable(_ text: String) async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            try await server.database.execute("UPDATE users SET email = 'a\(text)b@example.com'")
            for path in ["me", "gate"] {
                let response = try await server.get("/api/auth/\(path)", bearer: session.accessToken)
                #expect(response.problem == "internal-error" && response.headers[.latchkeyEmail] == nil, "\(path)")
            }
        }
    }

    @Test(
        "V15 operators remove an unreadable account by its ID",
        arguments: ["mail_trouble = 'unknown'", "email = ' ann@example.com'"])
    func operatorsRemoveAnUnreadableAccountByItsID(_ damage: String) async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            let id = session.user.id
            #expect(try await server.administration.removeUnreadable(id: id) == nil)
            try await server.database.execute("UPDATE users SET \(damage)")
            #expect(try await server.administration.removeUnreadable(id: id)?.name == id)
            #expect(try await server.administration.removeUnreadable(id: id) == nil)
            #expect(try await server.status(session) == 401)
            let email = damage.hasPrefix("email") ? nil : "ann@example.com"
            let entry = try #require(try await server.entries().first)
            #expect(entry.act == .removed && entry.author == .operator)
            #expect(entry.accountID == id && entry.accountEmail == email ?? id)
            let notice = try await server.dependencies.store.read { transaction in
                try transaction.notices.find(accountID: id, kind: .accountDeleted)
            }
            #expect(notice?.email == email)
        }
    }

    @Test("V15 operators remove an account whose address is not text", .onSQLite)
    func operatorsRemoveAnAccountWhoseAddressIsNotText() async throws {
        try await TestServer.run { server in
            let id = try await server.signIn().user.id
            try await server.database.execute("UPDATE users SET email = 'a' || char(0) || 'b'")
            #expect(try await server.administration.removeUnreadable(id: id)?.name == id)
            #expect(try await server.entries().first?.accountEmail == id)
        }
    }

    @Test("V15 an unreadable account does not count as an administrator")
    func anUnreadableAccountDoesNotCountAsAnAdministrator() async throws {
        try await TestServer.run { server in
            let ann = try await server.addAdministrator("ann@example.com")
            _ = try await server.addAdministrator("bob@example.com")
            let others = "WHERE NOT \(Self.isAnn)"
            try await server.database.execute("UPDATE users SET mail_trouble = 'unknown' \(others)")
            await #expect(throws: AccountChangeError.lastAdministrator) { try await server.administration.remove(ann) }
            try await server.database.execute("UPDATE users SET mail_trouble = NULL \(others)")
            #expect(try await server.administration.remove(ann) != nil)
        }
    }

    private static let isAnn = "email = 'ann@example.com'"
}
