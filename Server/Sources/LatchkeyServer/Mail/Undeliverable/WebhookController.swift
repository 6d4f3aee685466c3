import Foundation
import Hummingbird
import LatchkeyAPI

/// Endpoints for delivery reports of email services. They exist only if `LATCHKEY_WEBHOOK_SECRET` is set.
struct WebhookController: Sendable {
    let store: any Store
    let secret: BasicPassword

    var endpoints: [Endpoint] {
        [
            webhook("/webhooks/postmark") { try JSONDecoder().decode(PostmarkEvent.self, from: $0).report },
            webhook("/webhooks/brevo") { try JSONDecoder().decode(BrevoEvent.self, from: $0).report },
        ]
    }

    private func webhook(
        _ path: String, _ read: @escaping @Sendable (Data) throws -> AddressReport?
    ) -> Endpoint {
        Endpoint(.post, path, isActivity: false, .anonymous { try await receive($0, read) })
    }

    private func receive(_ request: APIRequest, _ read: (Data) throws -> AddressReport?) async throws -> APIResponse {
        try secret.demand(in: request.headers.value(of: .authorization), realm: "webhooks")
        let report: AddressReport?
        do {
            report = try read(request.json())
        } catch is DecodingError {
            throw Problem.invalidRequest("", "Not an event of this email service.")
        }
        // Ignores other events; after a rejection the service would repeat them.
        guard let report else { return .noContent }
        try await store.write(on: .address(report.email)) { try $0.note(report) }
        return .noContent
    }
}
