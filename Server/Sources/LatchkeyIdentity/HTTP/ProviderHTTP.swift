import Foundation
import HTTPTypes
import LatchkeyEncoding
import LatchkeyHTTPClient

/// Requests to the provider over the network.
package struct ProviderHTTP: ProviderHTTPProtocol {
    /// Maximum size of a response, in bytes.
    package static let maximumResponse = 1 << 20

    /// Statuses by which a provider rejects a form (RFC 6749, 5.2).
    private static let rejections: Set<Int> = [400, 401, 403]

    private let deadline: Duration

    /// Creates a transport with a time limit for each exchange.
    ///
    /// - Parameter deadline: Limit for the whole exchange, to the last byte of the response.
    package init(deadline: Duration = .seconds(10)) { self.deadline = deadline }

    package func fetch(_ request: ProviderRequest) async throws(IdentityError) -> ProviderResponse {
        let response: HTTPClientResponse
        do throws(HTTPClientError) {
            response = try await HTTPClient.send(
                Self.message(for: request), timeout: deadline, maximumBody: Self.maximumResponse)
        } catch {
            switch error {
            case .timedOut: throw .unavailable(.deadline)
            case .tooLarge: throw .unavailable(.tooLarge)
            case .cancelled, .failed: throw .unavailable(.unreachable(error.reason))
            }
        }
        return try Self.parse(response, toForm: request.form != nil)
    }

    private static func message(for request: ProviderRequest) -> HTTPClientRequest {
        var message = HTTPClientRequest(.get, request.url, headers: [.accept: "application/json"])
        message.headers[.authorization] = request.authorization
        if let form = request.form {
            message.method = .post
            message.headers[.contentType] = "application/x-www-form-urlencoded"
            message.body = Data(form.utf8)
        }
        return message
    }

    private static func parse(
        _ response: HTTPClientResponse, toForm isForm: Bool
    ) throws(IdentityError) -> ProviderResponse {
        switch response.status {
        case 200: break
        case let status where isForm && rejections.contains(status): break
        case 300..<400: throw .unavailable(.redirect)
        case let status: throw .unavailable(.status(status))
        }
        guard isJSON(response.headers[.contentType]) else {
            // Only the token endpoint receives a form: 401 rejects the client (RFC 6749, 5.2).
            throw .unavailable(response.status == 401 ? .client : .notJSON)
        }
        guard let body = StrictJSON.value(of: response.body)?.object else { throw .unavailable(.notJSON) }
        let lifetime = CacheLifetime.of(
            cacheControl: response.headers[values: .cacheControl], age: response.headers[.age])
        return ProviderResponse(status: response.status, lifetime: lifetime, body: body)
    }

    /// Whether the type is `application/json`, or based on JSON, such as `application/jwk-set+json`.
    private static func isJSON(_ contentType: String?) -> Bool {
        let type = contentType?.prefix { $0 != ";" }.lowercased().trimmingCharacters(in: .whitespaces) ?? ""
        return type == "application/json" || type.hasPrefix("application/") && type.hasSuffix("+json")
    }
}
