import Foundation
import HTTPTypes
import LatchkeyHTTPClient
import NIOCore

@testable import LatchkeyServer

extension TestResponse {
    /// The value in seconds.
    var retryAfter: Int? { headers[.retryAfter].flatMap { Int($0) } }
}

extension ServerUnderTest {
    /// Timeout of a request; the server's own limits are much lower.
    static let timeout: Duration = .seconds(60)

    /// Sends a request with a JSON body, as an app (`bearer`) or a page (`cookie`).
    func send(
        _ method: String, _ path: String, _ json: String? = nil, bearer: String? = nil, cookie: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> TestResponse {
        var request = request(method, path, bearer: bearer, cookie: cookie, headers: headers)
        if let json {
            request.headers[.contentType] = "application/json"
            request.body = Data(json.utf8)
        }
        let response = try await HTTPClient.send(request, timeout: Self.timeout, maximumBody: 1 << 20)
        return TestResponse(status: response.status, headers: response.headers, body: response.body)
    }

    /// Sends a body in parts as the sequence yields them.
    func send<Parts: AsyncSequence & Sendable>(
        _ method: String, _ path: String, slowly parts: Parts, length: Int64?, bearer: String? = nil,
        cookie: String? = nil
    ) async throws -> TestResponse where Parts.Element == ByteBuffer {
        let request = request(method, path, bearer: bearer, cookie: cookie, headers: [:])
        let size = length.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked"
        let lines =
            ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Content-Type: application/json", size]
            + request.headers.map { "\($0.name.rawName): \($0.value)" }
        return try await RawConnection.with(port: portNumber) { connection in
            try await connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
            let sending = Task {
                for try await part in parts {
                    let text = String(buffer: part)
                    let chunk = "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n"
                    try await connection.send(length == nil ? chunk : text)
                }
                if length == nil { try await connection.send("0\r\n\r\n") }
            }
            defer { sending.cancel() }
            return try await waitFor("response to \(path)", within: .seconds(60)) {
                try await TestResponse(received: connection.received, isWhole: connection.isClosed)
            }
        }
    }

    func post(_ path: String, _ json: String? = nil, bearer: String? = nil, cookie: String? = nil) async throws
        -> TestResponse
    {
        try await send("POST", path, json, bearer: bearer, cookie: cookie)
    }

    func get(_ path: String, bearer: String? = nil, cookie: String? = nil) async throws -> TestResponse {
        try await send("GET", path, bearer: bearer, cookie: cookie)
    }

    /// Whether a new connection is rejected.
    func rejectsConnections() async throws -> Bool {
        let request = HTTPClientRequest(.get, origin + "/health/live")
        do {
            _ = try await HTTPClient.send(request, timeout: .seconds(2), maximumBody: 1 << 20)
            return false
        } catch {
            return true
        }
    }

    private func request(
        _ method: String, _ path: String, bearer: String?, cookie: String?, headers: [String: String]
    ) -> HTTPClientRequest {
        var request = HTTPClientRequest(HTTPRequest.Method(rawValue: method) ?? .get, origin + path)
        request.headers[.authorization] = bearer.map { "Bearer \($0)" }
        if let cookie {
            request.headers[.cookie] = "\(SessionCookie.name)=\(cookie)"
            request.headers[.secFetchSite] = "same-origin"
        }
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { request.headers[name] = value }
        }
        return request
    }
}

extension TestResponse {
    /// Parses a response as received; nil if it is incomplete.
    fileprivate init?(received: String, isWhole: Bool) throws {
        let parts = received.components(separatedBy: "\r\n\r\n")
        guard parts.count > 1 else {
            if isWhole { throw DeadlineError(description: "the connection ended without a response: \(received)") }
            return nil
        }
        let lines = parts[0].components(separatedBy: "\r\n")
        var headers = HTTPFields()
        for line in lines.dropFirst() {
            let field = line.split(separator: ":", maxSplits: 1)
            guard field.count == 2, let name = HTTPField.Name(String(field[0])) else { continue }
            headers.append(HTTPField(name: name, value: field[1].trimmingCharacters(in: .whitespaces)))
        }
        let body = Data(parts.dropFirst().joined(separator: "\r\n\r\n").utf8)
        guard isWhole || headers[.contentLength].flatMap({ Int($0) }) == body.count else { return nil }
        self.init(status: Int(lines[0].split(separator: " ")[1]) ?? 0, headers: headers, body: body)
    }
}
