import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1

@testable import LatchkeyServer

extension TestAnswer {
    /// Seconds.
    var retryAfter: Int? { headers[.retryAfter].flatMap { Int($0) } }
}

extension ServerUnderTest {
    /// The longest that a request may take; the server's own limits are far below.
    static let timeout: TimeAmount = .seconds(20)

    /// Sends a request with a JSON body, as an app (`bearer`) or as one of the server's own pages (`cookie`).
    func send(
        _ method: String, _ path: String, _ json: String? = nil, bearer: String? = nil, cookie: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> TestAnswer {
        var request = request(method, path, bearer: bearer, cookie: cookie, headers: headers)
        if let json {
            request.headers.replaceOrAdd(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: json))
        }
        return try await execute(request)
    }

    /// Sends a body of which the parts come when the sequence yields them.
    func send<Parts: AsyncSequence & Sendable>(
        _ method: String, _ path: String, slowly parts: Parts, length: Int64?, bearer: String? = nil,
        cookie: String? = nil
    ) async throws -> TestAnswer where Parts.Element == ByteBuffer {
        var request = request(method, path, bearer: bearer, cookie: cookie, headers: [:])
        request.headers.replaceOrAdd(name: "Content-Type", value: "application/json")
        request.body = .stream(parts, length: length.map { .known($0) } ?? .unknown)
        return try await execute(request)
    }

    func post(_ path: String, _ json: String? = nil, bearer: String? = nil, cookie: String? = nil) async throws
        -> TestAnswer
    {
        try await send("POST", path, json, bearer: bearer, cookie: cookie)
    }

    func get(_ path: String, bearer: String? = nil, cookie: String? = nil) async throws -> TestAnswer {
        try await send("GET", path, bearer: bearer, cookie: cookie)
    }

    /// Whether a new connection is refused.
    func refusesConnections() async throws -> Bool {
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        defer { Task { try await client.shutdown() } }
        do {
            _ = try await client.execute(HTTPClientRequest(url: origin + "/health/live"), timeout: .seconds(2))
            return false
        } catch {
            return true
        }
    }

    private func request(
        _ method: String, _ path: String, bearer: String?, cookie: String?, headers: [String: String]
    ) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: origin + path)
        request.method = HTTPMethod(rawValue: method)
        if let bearer { request.headers.add(name: "Authorization", value: "Bearer \(bearer)") }
        if let cookie {
            request.headers.add(name: "Cookie", value: "\(SessionCookie.name)=\(cookie)")
            request.headers.add(name: "Sec-Fetch-Site", value: "same-origin")
        }
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        return request
    }

    private func execute(_ request: HTTPClientRequest) async throws -> TestAnswer {
        let response = try await http.execute(request, timeout: Self.timeout)
        let body = try await response.body.collect(upTo: 1 << 20)
        var fields = HTTPFields()
        for (name, value) in response.headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        return TestAnswer(status: Int(response.status.code), headers: fields, body: Data(body.readableBytesView))
    }
}
