import Foundation

/// A client for a team's backend, which introspects the access tokens that apps send (RFC 7662).
///
/// Introspect the token of each request, and cache nothing: a session can be locked or ended at any moment.
///
/// ```swift
/// let session = try await latchkey.session(authorization: request.headers["Authorization"])
/// try session.requirePasscode(within: .seconds(300))
/// ```
///
/// Both throw ``BackendRejection``, which has the response. A request is sent once, and has a timeout of two seconds.
public struct BackendClient: Sendable {
    private static let maximumTokenLength = 4096

    private let url: URL
    private let authorization: String
    private let transport: any HTTPTransport
    private let timeout: Duration

    /// Creates a client of the server. Nil for an empty secret.
    ///
    /// - Parameters:
    ///   - server: The server's address.
    ///   - secret: The server's `LATCHKEY_INTROSPECTION_SECRET`.
    ///   - transport: The transport.
    ///   - timeout: The limit for a request, from connecting to the last byte.
    public init?(
        server: ServerURL, secret: String, transport: some HTTPTransport, timeout: Duration = .seconds(2)
    ) {
        guard !secret.isEmpty else { return nil }
        url = server.url.appending(path: "api/auth/introspect")
        authorization = "Basic " + Data("backend:\(secret)".utf8).base64EncodedString()
        (self.transport, self.timeout) = (transport, timeout)
    }

    /// Returns the open session of a request.
    ///
    /// - Parameters:
    ///   - authorization: The request's `Authorization` header; nil without one.
    ///   - activity: Whether the request keeps the session open.
    public func session(
        authorization: String?, activity: BackendActivity = .any
    ) async throws(BackendRejection) -> OpenSession {
        guard let token = Self.token(in: authorization) else { throw .noToken }
        let introspection: TokenIntrospection
        do { introspection = try await introspect(token, activity: activity) } catch { throw .unavailable }
        // Before `locked`: an invalid response proves nothing.
        guard introspection.isValid else { throw .unavailable }
        if let session = OpenSession(introspection) { return session }
        if introspection.locked == true { throw .locked }
        throw introspection.passcodeRequired == true ? .passcodeRequired : .invalidToken
    }

    /// Returns the server's information about a token. Throws for any other response.
    public func introspect(
        _ token: String, activity: BackendActivity = .any
    ) async throws(APIError) -> TokenIntrospection {
        // Encodes more than a form requires.
        guard let value = token.addingPercentEncoding(withAllowedCharacters: .alphanumerics) else {
            throw .unauthenticated
        }
        let request = TransportRequest(
            method: .post, url: url,
            headers: [
                "Accept": "application/json", "Authorization": authorization,
                "Content-Type": "application/x-www-form-urlencoded",
            ],
            body: Data("token=\(value)&activity=\(activity.rawValue)".utf8), timeout: timeout)
        let response: TransportResponse
        do { response = try await transport.send(request) } catch { throw APIError(error) }
        guard response.status == 200 else { throw APIError(response) }
        guard Self.isUTF8(response.body) else { throw .unexpected(status: 200) }
        do {
            return try WireFormat.makeDecoder().decode(TokenIntrospection.self, from: response.body)
        } catch {
            // The decoder's error could quote the body.
            throw .unexpected(status: 200)
        }
    }

    /// Whether a body is UTF-8 without a byte order mark. `JSONDecoder` also reads other encodings.
    private static func isUTF8(_ body: Data) -> Bool {
        !body.starts(with: [0xef, 0xbb, 0xbf]) && !body.contains(0) && String(bytes: body, encoding: .utf8) != nil
    }

    private static func token(in authorization: String?) -> String? {
        let words = (authorization ?? "").split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        let token = words[1].trimmingCharacters(in: CharacterSet(charactersIn: " "))
        let isToken = token.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) && token.utf8.count <= maximumTokenLength
        return isToken && !token.isEmpty ? token : nil
    }
}
