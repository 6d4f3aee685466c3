import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// The team's rules, and the number of accounts by state.
@Suite struct TeamReportTests {
    @Test func teamPageShowsRulesAndAccountCountsByState() async throws {
        try await TestServer.run(environment: ["LATCHKEY_PASSCODE": "required", "LATCHKEY_SESSION_DAYS": "7"]) {
            server in
            let session = try await server.signInAdministrator()
            _ = try await server.signIn()
            let team = try await server.get("/api/admin/team", bearer: session.accessToken).decode(Team.self)
            #expect(team.passcodeRequired && team.sessionDays == 7)
            #expect(team.people["no_passcode"] == 1 && team.people["passcode_set"] == 1 && team.people.count == 5)
            #expect(!team.serverUnlockRequired && team.withoutDevice == nil)
        }
    }

    @Test func accountsOfAStateAreCountedUpToTheMaximum() async throws {
        try await TestServer.run { server in
            let session = try await server.signInAdministrator()
            try await server.dependencies.store.write { transaction in
                for number in 0...TeamReport.maximumCount {
                    try transaction.accounts.insert(StoreContract.account(String(format: "p%04d", number)))
                }
            }
            let team = try await server.get("/api/admin/team", bearer: session.accessToken).decode(Team.self)
            #expect(team.people["no_passcode"] == TeamReport.maximumCount)
        }
    }

    @Test func scriptsShowTheLargestCountAsIncomplete() throws {
        let file = URL(filePath: #filePath)
            .appending(path: "../../../../Sources/LatchkeyServer/Web/Assets/messages.js").standardizedFileURL
        let script = try String(contentsOf: file, encoding: .utf8)
        let number = try #require(script.firstMatch(of: #/inspected < ([0-9_]+)/#)).1
        #expect(Int(number.filter { $0 != "_" }) == TeamReport.maximumCount)
    }

    @Test func teamPageCountsAccountsThatTheServerCannotShut() async throws {
        try await TestServer.run(environment: ["LATCHKEY_UNLOCK": "server"]) { server in
            let session = try await server.signInAdministrator()
            func without() async throws -> Int? {
                let team = try await server.get("/api/admin/team", bearer: session.accessToken).decode(Team.self)
                #expect(team.serverUnlockRequired)
                return team.withoutDevice
            }
            let (ann, device) = try await server.signInWithDevice()
            _ = try await server.signIn("bob@example.com")
            // The administrator.
            #expect(try await without() == 1)
            _ = try await server.shut(device, ann)
            #expect(try await without() == 2)
            let (eve, _) = try await server.signInWithDevice("eve@example.com")
            #expect(try await without() == 2)
            let json = #"{"passcode":"580293","current_passcode":"739105"}"#
            let status = try await server.post("/api/auth/set-passcode", json, bearer: eve.accessToken).status
            #expect(status == 200)
            #expect(try await without() == 3)
        }
    }
}

private struct Team: Decodable {
    let passcodeRequired, serverUnlockRequired: Bool
    let sessionDays: Int
    let people: [String: Int]
    let withoutDevice: Int?
}
