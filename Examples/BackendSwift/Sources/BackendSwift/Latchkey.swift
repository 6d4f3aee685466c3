import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What Latchkey says about a token (RFC 7662, 2.2).
struct TokenInformation: Decodable {
    let active: Bool
    /// With `active` false: there is a session, and it is locked.
    let locked: Bool?
    /// The account's id.
    let sub: String?
    let acr: String?
    /// When the passcode was given, in seconds since 1970.
    let authTime: Int64?

    private enum CodingKeys: String, CodingKey {
        case active, locked, sub, acr
        case authTime = "auth_time"
    }
}

/// A session that may be used now.
struct OpenSession {
    static let passcode = "urn:latchkey:passcode"
    /// How much the clocks of this machine and of Latchkey's may differ, in seconds.
    static let clocksDiffer: Int64 = 60

    let userID: String
    /// Nil when no passcode was given, or none is on.
    let passcodeTime: Int64?

    /// Returns nil for a session that is locked or over, and for half an answer.
    init?(_ information: TokenInformation) {
        guard information.active, let sub = information.sub, !sub.isEmpty else { return nil }
        userID = sub
        passcodeTime = information.acr == Self.passcode ? information.authTime : nil
    }

    /// Whether the passcode was given at most so many seconds ago. A time that is still to come was not.
    func isPasscodeGiven(within seconds: Int64, now: Date) -> Bool {
        guard let passcodeTime else { return false }
        let (age, isTooFar) = Int64(now.timeIntervalSince1970).subtractingReportingOverflow(passcodeTime)
        return !isTooFar && (-Self.clocksDiffer...seconds).contains(age)
    }
}

/// Asks Latchkey about tokens, anew for each request: a session can be locked or ended at any moment.
struct Latchkey: Sendable {
    /// Latchkey said nothing about the token: no one may pass.
    struct NothingKnown: Error {}

    private let session: URLSession
    private let url: URL
    private let authorization: String

    /// - Parameters:
    ///   - server: The server's URL.
    ///   - secret: Its `LATCHKEY_INTROSPECTION_SECRET`.
    init(server: URL, secret: String) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 2
        configuration.timeoutIntervalForResource = 2
        session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
        url = server.appending(path: "api/auth/introspect")
        authorization = "Basic " + Data("backend:\(secret)".utf8).base64EncodedString()
    }

    /// Throws ``NothingKnown`` for everything but the proper answer, and when there is none.
    func introspect(_ token: String) async throws -> TokenInformation {
        // Base64url as it comes. Anything else that a token may be is encoded.
        guard let value = token.addingPercentEncoding(withAllowedCharacters: .alphanumerics) else {
            throw NothingKnown()
        }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue(authorization, forHTTPHeaderField: "Authorization")
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("token=\(value)".utf8)
        do {
            let (body, response) = try await session.data(for: request)
            guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw NothingKnown() }
            return try JSONDecoder().decode(TokenInformation.self, from: body)
        } catch {
            // What it threw may quote the request.
            throw NothingKnown()
        }
    }
}

/// The secret and the token go to no other host.
private final class NoRedirects: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
