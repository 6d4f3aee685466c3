package import Foundation
package import HTTPTypes

/// A request to another server.
package struct HTTPClientRequest: Sendable {
    package var method: HTTPRequest.Method
    package var url: String
    package var headers: HTTPFields
    /// The body, or nil for a request without one.
    package var body: Data?

    package init(
        _ method: HTTPRequest.Method = .get, _ url: String, headers: HTTPFields = [:], body: Data? = nil
    ) {
        (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    }
}
