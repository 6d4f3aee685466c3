import Foundation
import HTTPTypes
import Testing

@testable import LatchkeyServer

/// Neither responses nor work reveal whether an address has an account.
@Suite(.onSQLite) struct EnumerationTests {
    private static let requests = ["/api/auth/magic-link", "/api/auth/reset-passcode-request"]
    private static let redemptions = ["/api/auth/magic-link/verify", "/api/auth/reset-passcode"]

    /// The response to a client, and the database's work.
    private struct Work: Equatable, Sendable {
        let status: Int
        let body: String
        let headers: [String]
        /// SQL without values.
        let statements: [String]
        /// Pages written to the log.
        let frames: Int
    }

    private func work(_ server: TracedServer, _ path: String, _ json: String) async throws -> Work {
        try await server.store.emptyLog()
        server.statements.change { $0 = [] }
        let response = try await server.server.post(path, json)
        // A connection's queries of the schema depend on its earlier use.
        let statements = server.statements.value.filter { !$0.hasPrefix("PRAGMA") && !$0.contains("FROM sqlite_") }
        return Work(
            status: response.status, body: response.text,
            headers: response.headers.filter { $0.name != .date }.map { "\($0.name): \($0.value)" },
            statements: statements, frames: try server.loggedFrames())
    }

    @Test(
        "V4 ASVS-6.3.8 requesting an email does the same work for any address",
        arguments: requests)
    func requestingAnEmailDoesTheSameWorkForAnyAddress(_ path: String) async throws {
        var all: [[Work]] = []
        for state in AddressState.all {
            let works = try await TracedServer.run(state) { server in
                var works: [Work] = []
                // Exceeds the burst of five.
                for _ in 0..<7 {
                    works.append(try await work(server, path, #"{"email":"ann@example.com"}"#))
                    if works.count == 3 { try await server.server.parts.emailWorker.drain() }
                }
                return works
            }
            all.append(works)
            #expect(works == all[0], "\(state)")
        }
        #expect(all.count == AddressState.all.count)
        let first = try #require(all.first)
        #expect(first.allSatisfy { $0.status == 202 && $0.body == "{}" })
        #expect(first.map { $0.frames > 0 } == [true, true, true, true, true, false, false])
    }

    @Test(
        "V4 a wrong code does the same work for any address",
        arguments: redemptions)
    func aWrongCodeDoesTheSameWorkForAnyAddress(_ path: String) async throws {
        var all: [[Work]] = []
        for state in AddressState.all {
            let works = try await TracedServer.run(state) { server in
                var works: [Work] = []
                // Exceeds the five attempts.
                for _ in 0..<7 {
                    works.append(
                        try await work(
                            server, path,
                            #"{"email":"ann@example.com","code":"AAAA-AAAA","new_passcode":"580293"}"#))
                }
                return works
            }
            all.append(works)
            #expect(works == all[0], "\(state)")
        }
        #expect(all.count == AddressState.all.count)
        let first = try #require(all.first)
        #expect(Set(first.map(\.frames)) == [1])
        #expect(first.allSatisfy { work in work.statements.count { $0.hasPrefix("UPDATE") } == 1 })
        #expect(first.allSatisfy { $0.status == 400 && $0.body.contains("/problems/invalid-code") })
    }

    @Test("V4 unknown links and malformed codes write nothing", arguments: redemptions)
    func unknownLinksAndMalformedCodesWriteNothing(_ path: String) async throws {
        for proof in [
            #""token":"\#(String(repeating: "A", count: 43))""#, #""token":"x""#,
            #""email":"ann@example.com","code":"x""#,
        ] {
            var all: [Work] = []
            for state in AddressState.all {
                all.append(
                    try await TracedServer.run(state) { server in
                        try await work(server, path, "{\(proof),\"new_passcode\":\"580293\"}")
                    })
            }
            #expect(all.count == AddressState.all.count)
            #expect(all.allSatisfy { $0.frames == 0 && $0.status == 400 })
            #expect(!all.flatMap(\.statements).contains { $0.hasPrefix("BEGIN IMMEDIATE") })
            #expect(Set(all.map(\.body)).count == 1 && Set(all.map(\.headers)).count == 1)
        }
    }

    @Test("V5 five wrong codes invalidate the code")
    func fiveWrongCodesInvalidateTheCode() async throws {
        try await TracedServer.run(AddressState(account: .passcode, token: .live, signUp: "open")) { server in
            for tries in [4, 3, 2, 1, 0, 0, 0] {
                _ = try await work(
                    server, Self.redemptions[1],
                    #"{"email":"ann@example.com","code":"AAAA-AAAA","new_passcode":"580293"}"#)
                let token = try await server.store.read {
                    try $0.oneTimeTokens.current(email: "ann@example.com", purpose: .reset)
                }
                #expect(token?.codeAttemptsLeft == tries)
            }
        }
    }
}
