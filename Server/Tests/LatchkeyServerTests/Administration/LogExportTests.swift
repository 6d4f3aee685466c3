import Foundation
import HTTPTypes
import LatchkeyAPI
import Logging
import Testing

@testable import LatchkeyServer

/// The export of the log of administration, whose pages are read while it is sent.
@Suite struct LogExportTests {
    private static let path = "/api/admin/log.csv?act=added"

    enum Meanwhile: CaseIterable, Sendable {
        case revoked, ended, locked

        var problem: ProblemType {
            switch self {
            case .revoked: .notAdministrator
            case .ended: .unauthenticated
            case .locked: .locked
            }
        }
    }

    @Test func theExportedLogHasAllEntries() async throws {
        try await TestServer.run { server in
            let session = try await server.signInAdministrator()
            try await server.fillLog(10_001)
            let csv = try await server.get(Self.path, bearer: session.accessToken)
            let lines = csv.text.components(separatedBy: "\r\n")
            #expect(csv.status == 200 && lines.count == 10_003 && lines.last == "")
            // Newest first, each once.
            let entries = Array(lines[1...10_001])
            #expect(Set(entries).count == entries.count && entries == entries.sorted(by: >))
        }
    }

    @Test(
        "ASVS-1.2.10 the name of a device cannot end its CSV field",
        arguments: ["", "\u{301}", "\u{200D}"])
    func theNameOfADeviceCannotEndItsCSVField(_ mark: String) {
        let entry = AdministrationEntry(
            at: StoreContract.now, act: .sessionEnded, author: .operator, actorID: nil, actorEmail: nil,
            accountID: StoreContract.rowID("b"), accountEmail: "b@example.com", deviceName: "=\(mark)1\"\(mark),=2",
            ip: nil)
        let csv = AdministrationLogPage(entries: [AdministrationLogPage.Entry("1", entry)], next: nil).csv
        #expect(csv.hasSuffix(",\"'=\(mark)1\"\"\(mark),=2\",\"\"\r\n"))
    }

    @Test("V18 an export stops when the administrator loses access", arguments: Meanwhile.allCases)
    func anExportStopsWhenTheAdministratorLosesAccess(_ change: Meanwhile) async throws {
        try await TestServer.run { server in
            let session = try await server.signInAdministrator()
            _ = try await server.addAdministrator("zoe@example.com")
            try await server.fillLog(2_001)
            // The session is read first, then the first page.
            let store = ReadTurnStore(server.dependencies.store, after: 2) { _ in
                switch change {
                case .revoked:
                    let ada = try EmailAddress(member: TestServer.administrator)
                    _ = try await server.administration.apply(.revoke, to: ada)
                case .ended: _ = try await server.post("/api/auth/logout", bearer: session.accessToken)
                case .locked: _ = try await server.post("/api/auth/lock", bearer: session.accessToken)
                }
            }
            try await TestServer.run(sharing: server, store: store) { (other) async throws in
                // The body fails.
                let problem = await #expect(throws: Problem.self) {
                    try await other.get(Self.path, bearer: session.accessToken)
                }
                #expect(problem?.kind == change.problem)
                #expect(await other.metrics().contains(#"latchkey_http_responses_total{class="4xx"} 1"#))
            }
        }
    }

    @Test func anExportOutlastsItsAccessToken() async throws {
        try await TestServer.run { server in
            let session = try await server.signInAdministrator()
            try await server.fillLog(2_001)
            let store = ReadTurnStore(server.dependencies.store, after: 2) { _ in
                // Replaces all tokens.
                let verified = try await server.verify(TestServer.passcode, session)
                #expect(verified.status == 200)
            }
            try await TestServer.run(sharing: server, store: store) { (other) async throws in
                let csv = try await other.get(Self.path, bearer: session.accessToken)
                #expect(csv.status == 200 && csv.text.components(separatedBy: "\r\n").count == 2_003)
            }
        }
    }

    @Test func aHeadRequestForAnExportIsCounted() async throws {
        try await TestServer.run { server in
            let session = try await server.signInAdministrator()
            try await TestServer.run(sharing: server, store: server.dependencies.store) { (other) async throws in
                let head = try await other.send(.head, Self.path, bearer: session.accessToken)
                #expect(head.status == 200 && head.body.isEmpty)
                #expect(await other.metrics().contains(#"latchkey_http_responses_total{class="2xx"} 1"#))
            }
        }
    }

    @Test func aFailedExportIsIncompleteLoggedAndCounted() async throws {
        let lines = Shared<[String]>([])
        let logger = Logger(label: "test") { _ in RecordingLogHandler(lines: lines) }
        try await TestServer.run { server in
            let session = try await server.signInAdministrator()
            try await server.fillLog(2_001)
            let faulty = FaultyStore(server.dependencies.store)
            let store = ReadTurnStore(faulty, after: 2) { _ in faulty.failReads() }
            try await TestServer.run(sharing: server, store: store, logger: logger) { (other) async throws in
                await #expect(throws: Problem.self) { try await other.get(Self.path, bearer: session.accessToken) }
                faulty.recover()
                #expect(await other.metrics().contains(#"latchkey_http_responses_total{class="5xx"} 1"#))
            }
        }
        #expect(lines.value.contains("warning database does not respond code=injected"))
        #expect(lines.value.contains { $0.contains(" path=/api/admin/log.csv status=503") })
    }
}

extension TestServer {
    fileprivate func fillLog(_ count: Int) async throws {
        try await dependencies.store.write { transaction in
            for second in 0..<count {
                let time = StoreContract.now + .seconds(second)
                try transaction.administration.insert(StoreContract.entry(.added, of: "b", at: time))
            }
        }
    }
}
