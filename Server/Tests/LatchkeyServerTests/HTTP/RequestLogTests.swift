import Logging
import Testing

@testable import LatchkeyServer

@Suite struct RequestLogTests {
    /// An error whose description contains client input.
    private struct Leak: Error, CustomStringConvertible {
        let description = "hunter2"
    }

    @Test func requestLogContainsOnlyDocumentedPaths() async throws {
        let lines = Shared<[String]>([])
        let logger = Logger(label: "test") { _ in RecordingLogHandler(lines: lines) }
        try await TestServer.run(logger: logger) { server in
            for path in ["/hunter2", "/problems/hunter2", "/api/auth/me?hunter2", "/api/auth/sessions/hunter2"] {
                _ = try await server.get(path)
            }
        }
        let requests = lines.value.filter { $0.contains(" request ") }
        #expect(requests.count == 4 && requests.contains { $0.contains("path=/api/auth/me ") })
        #expect(!lines.value.contains { $0.contains("hunter2") })
    }

    @Test func anOutageWithSeveralCodesIsOneLogLine() async throws {
        let lines = Shared<[String]>([])
        try await TestServer.run { server in
            let store = InterleavedStore(server.dependencies.store) { throw StoreError.unavailable(code: "\($0)") }
            let logger = Logger(label: "test") { _ in RecordingLogHandler(lines: lines) }
            try await TestServer.run(sharing: server, store: store, logger: logger) { server in
                for name in ["ann", "bob"] {
                    let response = try await server.post(
                        "/api/auth/magic-link", #"{"email":"\#(name)@example.com"}"#)
                    #expect(response.status == 503)
                }
            }
        }
        #expect(lines.value.filter { $0.contains("warning database") } == ["warning database does not respond code=1"])
    }

    @Test func unexpectedErrorIsLoggedByItsTypeOnly() async throws {
        let lines = Shared<[String]>([])
        try await TestServer.run { server in
            let store = InterleavedStore(server.dependencies.store) { _ in throw Leak() }
            let logger = Logger(label: "test") { _ in RecordingLogHandler(lines: lines) }
            try await TestServer.run(sharing: server, store: store, logger: logger) { server in
                let response = try await server.post("/api/auth/magic-link", #"{"email":"ann@example.com"}"#)
                #expect(response.status == 500)
            }
        }
        #expect(lines.value.contains("error unexpected error type=Leak"))
        #expect(!lines.value.contains { $0.contains("hunter2") })
    }
}
