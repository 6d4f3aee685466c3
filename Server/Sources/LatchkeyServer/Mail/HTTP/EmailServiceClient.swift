import Foundation
import HTTPTypes
import LatchkeyHTTPClient

/// The HTTP client of email services: sends and receives JSON.
struct EmailServiceClient: Sendable {
    struct Response: Sendable {
        let status: Int
        let headers: HTTPFields
        let body: Data

        /// The delay that the service requests, in seconds: `Retry-After`, or Brevo's own header
        /// (https://developers.brevo.com/docs/limit-headers).
        var retryAfter: Duration? {
            let text = headers[.retryAfter] ?? headers[.brevoReset]
            return text.flatMap { Int($0) }.map { .seconds(min(max($0, 0), 3600)) }
        }

        /// Returns a member of the document; nil if it is missing or of another type.
        func member<Value>(_ name: String) -> Value? {
            ((try? JSONSerialization.jsonObject(with: body)) as? [String: Any])?[name] as? Value
        }
    }

    /// The maximum size of a response in bytes. Most have a few hundred.
    private static let maximumResponse = 64 * 1024

    /// The time limit of the whole exchange.
    var timeout: Duration = .seconds(30)

    func post(
        _ document: some Encodable, to url: String, headers: HTTPFields
    ) async throws(EmailTransportError) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var request = HTTPClientRequest(.post, url, headers: headers)
        request.headers[.contentType] = "application/json"
        request.headers[.accept] = "application/json"
        do {
            request.body = try encoder.encode(document)
        } catch {
            throw .unreachable(reason: "\(type(of: error))")
        }
        do throws(HTTPClientError) {
            let response = try await HTTPClient.send(request, timeout: timeout, maximumBody: Self.maximumResponse)
            return Response(status: response.status, headers: response.headers, body: response.body)
        } catch {
            throw .unreachable(reason: error.reason)
        }
    }
}

extension HTTPField.Name {
    // A constant of legal characters.
    fileprivate static let brevoReset = Self("x-sib-ratelimit-reset").unsafelyUnwrapped
}
