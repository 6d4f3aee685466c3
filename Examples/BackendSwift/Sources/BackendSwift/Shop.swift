import Foundation
import HTTPTypes
import Hummingbird

/// What the shop answers. The statuses are those of docs/operations.md, "A backend of an app".
struct Shop: Sendable {
    struct Ticket: ResponseCodable {
        let id: String
        let title: String
    }

    struct Refund: Decodable {
        let ticket: String
    }

    struct Refunded: ResponseEncodable {
        let refunded: String
        let by: String
    }

    /// How long ago the passcode for a refund may have been given, in seconds.
    static let fresh: Int64 = 300

    let latchkey: Latchkey
    let tickets = [
        Ticket(id: "T-17", title: "Screen, Phone 7"), Ticket(id: "T-18", title: "Battery, Tablet 3"),
    ]

    func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("tickets") { request, _ in
            _ = try await session(of: request)
            return ["tickets": tickets]
        }
        router.post("refunds") { request, context in
            let refund = try await request.decode(as: Refund.self, context: context)
            let session = try await session(of: request)
            guard session.isPasscodeGiven(within: Self.fresh, now: Date()) else { throw Self.passcodeTooOld }
            guard tickets.contains(where: { $0.id == refund.ticket }) else { throw HTTPError(.notFound) }
            return Refunded(refunded: refund.ticket, by: session.userID)
        }
        return router
    }

    /// Returns the open session of the request's token, and throws what to answer when there is none.
    private func session(of request: Request) async throws -> OpenSession {
        let words = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else { throw Self.unauthorized("Bearer") }
        let information: TokenInformation
        do {
            information = try await latchkey.introspect(String(words[1]))
        } catch {
            throw HTTPError(.serviceUnavailable)
        }
        if let session = OpenSession(information) { return session }
        // An answer that says "active" without who it is says nothing.
        if information.active { throw HTTPError(.serviceUnavailable) }
        if information.locked == true { throw HTTPError(HTTPResponse.Status(code: 423)) }
        throw Self.unauthorized(#"Bearer error="invalid_token""#)
    }

    /// RFC 9470, 3: the app asks for the passcode, and sends the request again.
    private static let passcodeTooOld = unauthorized(
        "Bearer error=\"insufficient_user_authentication\", error_description=\"Give the passcode for this\", "
            + "acr_values=\"\(OpenSession.passcode)\", max_age=\"\(fresh)\"")

    private static func unauthorized(_ challenge: String) -> HTTPError {
        HTTPError(.unauthorized, headers: [.wwwAuthenticate: challenge])
    }
}
