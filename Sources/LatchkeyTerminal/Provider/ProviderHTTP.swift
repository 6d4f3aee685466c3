internal import Foundation
internal import LatchkeyAPI

/// A client for requests to the provider. It follows no redirects.
struct ProviderHTTP: Sendable {
    let transport: any HTTPTransport
    /// The timeout of one exchange.
    var timeout: Duration = .seconds(10)

    struct Response: Sendable {
        let status: Int
        let body: Data
    }

    func get(_ address: ProviderAddress) async throws(ProviderSignInError) -> Response {
        try await send(
            TransportRequest(
                method: .get, url: address.url, headers: ["Accept": "application/json"], timeout: timeout))
    }

    func post(
        _ fields: [(String, String)], to address: ProviderAddress
    ) async throws(ProviderSignInError) -> Response {
        try await send(
            TransportRequest(
                method: .post, url: address.url,
                headers: ["Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"],
                body: Data(FormFields.encode(fields).utf8), timeout: timeout))
    }

    private func send(_ request: TransportRequest) async throws(ProviderSignInError) -> Response {
        do throws(HTTPTransportError) {
            let response = try await transport.send(request)
            return Response(status: response.status, body: response.body)
        } catch {
            throw error == .cancelled ? .cancelled : .unreachable
        }
    }
}
