import Foundation
import Testing

@testable import LatchkeyServer

@Suite struct EnumerationTests {
    private static let requests = ["/api/auth/magic-link", "/api/auth/reset-passcode-request"]

    /// Runs `body` on a server that has an account with a passcode, and writes down the statements.
    private func run(
        environment: [String: String] = [:],
        _ body: @escaping @Sendable (TestServer, Shared<[String]>) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "trace-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let statements = Shared<[String]>([])
        let store = try SQLiteStore(path: folder.appending(path: "db").path) { sql in
            statements.change { $0.append(sql) }
        }
        try store.migrate()
        try await TestServer.run(environment: environment, store: store) { server in
            _ = try await server.signInWithPasscode("known@example.com")
            server.clock.advance(by: .hours(2))
            try await server.parts.sweeper.sweep()
            statements.change { $0 = [] }
            try await body(server, statements)
        }
    }

    private func expectSame(_ one: TestAnswer, _ two: TestAnswer) {
        #expect(one.status == two.status)
        #expect(one.body == two.body)
        #expect(one.headers == two.headers)
    }

    @Test(
        "V4 a request for a mail is answered alike and does the same database work, however often", arguments: requests)
    func requestsTellNothing(_ path: String) async throws {
        try await run { server, statements in
            var work: [String: [[String]]] = [:]
            var answers: [String: [TestAnswer]] = [:]
            for _ in 0..<7 {
                for name in ["known", "new"] {
                    statements.change { $0 = [] }
                    answers[name, default: []].append(
                        try await server.post(path, #"{"email":"\#(name)@example.com"}"#))
                    work[name, default: []].append(statements.value)
                    if answers["new"]?.count == 3 {
                        try await server.parts.mailWorker.drain()
                    }
                }
            }
            #expect(work["known"] == work["new"])
            #expect(work["known"]?.first?.contains { $0.hasPrefix("INSERT INTO \"mail_requests\"") } == true)
            for (known, new) in zip(answers["known"] ?? [], answers["new"] ?? []) { expectSame(known, new) }
            #expect(Set((answers["known"] ?? []).map(\.body)).count == 1)
            #expect((answers["known"] ?? []).allSatisfy { $0.status == 202 && $0.text == "{}" })
        }
    }

    @Test(
        "V4 a wrong code is answered alike with and without an account, also beyond its tries",
        arguments: [true, false])
    func wrongCodesTellNothing(_ isMailed: Bool) async throws {
        try await run { server, _ in
            for request in Self.requests {
                for name in ["known", "new"] {
                    _ = try await server.post(request, #"{"email":"\#(name)@example.com"}"#)
                }
            }
            if isMailed { try await server.parts.mailWorker.drain() }
            for path in ["/api/auth/magic-link/verify", "/api/auth/reset-passcode"] {
                for _ in 0..<7 {
                    func guess(_ name: String) async throws -> TestAnswer {
                        try await server.post(
                            path,
                            #"{"email":"\#(name)@example.com","code":"AAAA-AAAA","new_passcode":"580293"}"#)
                    }
                    let known = try await guess("known")
                    expectSame(known, try await guess("new"))
                    #expect(known.problem == "invalid-code")
                }
            }
        }
    }

    @Test("V4 a wrong sign-in code does the same database work with and without an account")
    func wrongSignInCodesDoTheSameWork() async throws {
        try await run { server, statements in
            for name in ["known", "new"] {
                _ = try await server.post("/api/auth/magic-link", #"{"email":"\#(name)@example.com"}"#)
            }
            try await server.parts.mailWorker.drain()
            for _ in 0..<6 {
                var work: [[String]] = []
                for name in ["known", "new"] {
                    statements.change { $0 = [] }
                    _ = try await server.post(
                        "/api/auth/magic-link/verify", #"{"email":"\#(name)@example.com","code":"AAAA-AAAA"}"#)
                    work.append(statements.value)
                }
                #expect(work[0] == work[1])
                #expect(!work[0].isEmpty)
            }
        }
    }
}
