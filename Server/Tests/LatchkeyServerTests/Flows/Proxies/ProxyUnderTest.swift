import Foundation
import NIOCore
import Testing

@testable import LatchkeyServer

/// A real reverse proxy with this repository's example, in front of an application.
struct ProxyUnderTest {
    /// The origin in browsers, through the proxy.
    let site: ServerUnderTest
    /// The server without the proxy.
    let server: ServerUnderTest
    let application: ApplicationUnderTest
    let process: ChildProcess

    /// Runs `body` behind the proxy, and ends all processes afterwards.
    ///
    /// - Parameters:
    ///   - changes: Replacements in the example.
    ///   - gatePort: The port of another gate than the server's.
    ///   - kind: The application that it proxies.
    ///   - settings: Further settings of the server.
    static func run<Value>(
        _ proxy: ReverseProxy, changes: [String: String] = [:], gatePort: Int? = nil,
        kind: ApplicationUnderTest.Kind = .plain, settings more: [String: String] = [:],
        _ body: (ProxyUnderTest) async throws -> Value
    ) async throws -> Value {
        let port = try await FreePort.find()
        let settings = ["LATCHKEY_PUBLIC_URL": "http://127.0.0.1:\(port)", "LATCHKEY_TRUSTED_PROXIES": "1"]
        return try await ServerUnderTest.run(settings: settings.merging(more) { $1 }) { server in
            try await ApplicationUnderTest.run(as: kind, in: server.data.scratch) { application in
                let ports = ReverseProxy.Ports(
                    own: port, gate: gatePort ?? server.portNumber, application: application.port)
                let folder = server.data.scratch.appending(path: proxy.rawValue)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let process = try ChildProcess(
                    proxy.command(ports, changes: changes, in: folder), scratch: folder)
                let result: Result<Value, any Error>
                do {
                    let site = ServerUnderTest(
                        process: server.process, data: server.data, origin: "http://127.0.0.1:\(port)")
                    try await waitUntil("\(proxy)") {
                        guard process.isRunning else { throw DeadlineError(description: said(process)) }
                        // Only a connection: the gate would receive a request.
                        return (try? await RawConnection.with(port: port) { _ in true }) ?? false
                    }
                    result = .success(
                        try await body(
                            ProxyUnderTest(site: site, server: server, application: application, process: process)))
                } catch {
                    Issue.record("\(proxy) printed: \(said(process))")
                    result = .failure(error)
                }
                await process.kill9()
                return try result.get()
            }
        }
    }

    /// Runs `body` with a stand-in for the gate.
    static func runWithStandIn<Value>(
        _ proxy: ReverseProxy,
        _ body: (ProxyUnderTest, _ gate: ApplicationUnderTest) async throws -> Value
    ) async throws -> Value {
        try await ScratchFolder.with { scratch in
            try await ApplicationUnderTest.run(as: .gate, in: scratch) { gate in
                try await run(proxy, gatePort: gate.port) { try await body($0, gate) }
            }
        }
    }

    private static func said(_ process: ChildProcess) -> String { process.output + process.errors }
}

extension ProxyUnderTest {
    /// Sends raw requests over one connection, each after the complete response to the previous one, and returns the
    /// responses.
    func sendRaw(_ requests: [(text: String, ends: String)]) async throws -> String {
        try await RawConnection.with(port: site.portNumber) { connection in
            for request in requests {
                let before = await connection.received.count
                try await connection.send(request.text)
                try await waitUntil("\(request.ends) for \(request.text)") {
                    await connection.received.dropFirst(before).contains(request.ends)
                }
            }
            return await connection.received
        }
    }

    /// Returns a request as text, with further header lines.
    func text(_ method: String = "GET", _ path: String, _ headers: [String], body: String = "") -> String {
        let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
        let lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(site.port)"] + length + headers
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }
}
