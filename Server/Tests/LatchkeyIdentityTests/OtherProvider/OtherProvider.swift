import Foundation
import IdentityTestSupport
import HTTPTypes
import LatchkeyEncoding
import LatchkeyHTTPClient
import Testing

@testable import LatchkeyIdentity

/// An independent provider, `oidc-provider-mock` (scripts/python-packages.txt), as a process on the loopback interface.
/// It ends with the test, or with the test process: a shell waits for the end of a pipe.
struct OtherProvider {
    private static let root = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL
    private static let program = root.appending(path: ".build/test-tools/bin/oidc-provider-mock").path
    static let isInstalled = FileManager.default.isExecutableFile(atPath: program)
    static let absence: Comment = "oidc-provider-mock is absent; scripts/install-packages test installs it"

    private static let script = """
        "$@" </dev/null >/dev/null & program=$!
        read -r _
        kill -KILL $program 2>/dev/null
        wait $program 2>/dev/null
        """

    let issuer: String

    static func run(_ body: (OtherProvider) async throws -> Void) async throws {
        let (shell, lifeline, log) = (Process(), Pipe(), Pipe())
        shell.executableURL = URL(filePath: "/usr/bin/env")
        // Swift's threads block signals, and the shell would inherit that.
        #if os(Linux)
        shell.arguments = ["--default-signal", "/bin/sh", "-c", script, "sh", program, "--port", "0"]
        #else
        shell.arguments = ["/bin/sh", "-c", script, "sh", program, "--port", "0"]
        #endif
        shell.standardInput = lifeline
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = log
        try shell.run()
        let port = port(in: log.fileHandleForReading)
        log.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
        let result = await Result { () async throws in
            try await body(OtherProvider(issuer: "http://127.0.0.1:\(#require(port))"))
        }
        try? lifeline.fileHandleForWriting.close()
        shell.waitUntilExit()
        log.fileHandleForReading.readabilityHandler = nil
        try result.get()
    }

    /// Reads the port from the first line of output; nil if the process ends before.
    private static func port(in log: FileHandle) -> String? {
        var text = ""
        while let data = try? log.read(upToCount: 1), !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
            if text.hasSuffix(")"), let match = text.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)/) {
                return String(match.1)
            }
        }
        return nil
    }

    /// Adds a user with claims.
    func add(_ subject: String, _ claims: [String: any Sendable]) async throws {
        let request = HTTPClientRequest(
            .put, issuer + "/users/" + subject, headers: [.contentType: "application/json"],
            body: Data(try json(claims).utf8))
        #expect(try await send(request).status == 204)
    }

    /// Signs a user in like a browser. Returns the query of the redirect.
    func visit(_ url: String, as fields: [(name: String, value: String)]) async throws -> String {
        let response = try await post(url, fields)
        let location = try #require(response.headers[.location])
        return try #require(URLComponents(string: location)?.percentEncodedQuery)
    }

    func post(_ url: String, _ fields: [(name: String, value: String)]) async throws -> HTTPClientResponse {
        try await send(
            HTTPClientRequest(
                .post, url, headers: [.contentType: "application/x-www-form-urlencoded"],
                body: Data(FormFields.encode(fields).utf8)))
    }

    private func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        try await HTTPClient.send(request, timeout: .seconds(60), maximumBody: 1 << 20)
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
