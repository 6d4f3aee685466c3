import Foundation
import LatchkeyAPI
import LatchkeyCore
import Testing

@testable import LatchkeyTerminal

/// The browser's redirect to the provider.
struct BrowserRedirect: Sendable {
    let address: String
    let fields: [String: String]
    var state: String { fields["state"] ?? "" }
    var nonce: String { fields["nonce"] ?? "" }
    var redirect: String { fields["redirect_uri"] ?? "" }

    /// The browser's cookie for the terminal.
    let cookie: String
    /// The address opened first.
    let entry: URL

    /// Opens the address, and follows its redirect.
    init(_ entry: String) async throws {
        self.entry = try #require(URL(string: entry))
        let response = try await Self.get(self.entry)
        #expect(response.status == 303)
        address = try #require(response.header("Location"))
        let parts = try #require(response.header("Set-Cookie")).components(separatedBy: "; ")
        #expect(parts.dropFirst() == ["Path=/sign-in/return", "HttpOnly", "SameSite=Lax"])
        cookie = try #require(parts.first)
        let query = try #require(address.split(separator: "?").last)
        fields = try #require(FormFields.decode(String(query)))
    }

    static func get(
        _ url: URL, cookie: String? = nil, method: TransportRequest.Method = .get
    ) async throws -> TransportResponse {
        let headers = cookie.map { ["Cookie": $0] } ?? [:]
        return try await URLSessionTransport().send(
            TransportRequest(method: method, url: url, headers: headers, timeout: .seconds(20)))
    }

    /// Sends a query to the terminal. Returns the status and the page; nil if the connection is rejected.
    func visit(
        _ fields: [(String, String)], path: String? = nil, method: TransportRequest.Method = .get,
        cookies: String? = nil
    ) async throws -> (status: Int, page: String)? {
        var parts = try #require(URLComponents(string: redirect))
        if let path { parts.path = path }
        parts.percentEncodedQuery = FormFields.encode(fields)
        let url = try #require(parts.url)
        do {
            let response = try await Self.get(url, cookie: cookies ?? "theme=dark; \(cookie)", method: method)
            return (response.status, String(decoding: response.body, as: UTF8.self))
        } catch {
            return nil
        }
    }

    func succeed(_ more: [(String, String)] = []) async throws -> Int? {
        try await visit([("code", "C+/ 1"), ("state", state)] + more)?.status
    }
}
