import HTTPTypes
import Hummingbird
import LatchkeyAPI
import LatchkeyHummingbird

/// The shop's routes, which require an open session.
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

    let latchkey: BackendClient
    let tickets = [
        Ticket(id: "T-17", title: "Screen, Phone 7"), Ticket(id: "T-18", title: "Battery, Tablet 3"),
    ]

    func router() -> Router<LatchkeyRequestContext> {
        let router = Router(context: LatchkeyRequestContext.self)
        router.add(middleware: LatchkeyMiddleware(latchkey))
        router.get("tickets") { _, _ in ["tickets": tickets] }
        router.post("refunds") { request, context in
            let session = try context.openSession
            try session.requirePasscode(within: .seconds(300))
            let refund = try await request.decode(as: Refund.self, context: context)
            guard tickets.contains(where: { $0.id == refund.ticket }) else { throw HTTPError(.notFound) }
            return Refunded(refunded: refund.ticket, by: session.userID)
        }
        return router
    }
}
