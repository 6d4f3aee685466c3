import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

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

    let client: HTTPClient
    let url: String
    let authorization: String

    /// - Parameters:
    ///   - url: The server's, without a slash at its end.
    ///   - secret: Its `LATCHKEY_INTROSPECTION_SECRET`.
    init(_ client: HTTPClient, url: String, secret: String) {
        (self.client, self.url) = (client, url + "/api/auth/introspect")
        authorization = "Basic " + Data("backend:\(secret)".utf8).base64EncodedString()
    }

    /// Throws ``NothingKnown`` for everything but the proper answer, and when there is none.
    func introspect(_ token: String) async throws -> TokenInformation {
        // Base64url as it comes. Anything else that a token may be is encoded.
        guard let value = token.addingPercentEncoding(withAllowedCharacters: .alphanumerics) else {
            throw NothingKnown()
        }
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "Authorization", value: authorization)
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        request.body = .bytes(ByteBuffer(string: "token=" + value))
        do {
            let response = try await client.execute(request, timeout: .seconds(2))
            guard response.status == .ok else { throw NothingKnown() }
            let body = try await response.body.collect(upTo: 65_536)
            return try JSONDecoder().decode(TokenInformation.self, from: Data(body.readableBytesView))
        } catch {
            // What it threw may quote the request.
            throw NothingKnown()
        }
    }
}
