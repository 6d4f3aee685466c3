public import Foundation
public import LatchkeyCore

/// An HTTP request of the client. Its description contains neither headers nor body.
public struct TransportRequest: Equatable, Sendable {
    /// The HTTP methods of the API.
    public enum Method: String, Sendable {
        /// Reads a resource.
        case get = "GET"
        /// Performs an operation.
        case post = "POST"
        /// Changes a part of a resource.
        case patch = "PATCH"
        /// Creates or confirms a resource.
        case put = "PUT"
        /// Deletes a resource.
        case delete = "DELETE"
    }

    /// The HTTP method of the request.
    public var method: Method
    /// The complete URL of the request.
    public var url: URL
    /// The headers by name; no name occurs twice.
    public var headers: [String: String]
    /// The bytes of the body, or nil.
    public var body: Data?
    /// The limit for the whole exchange, from connecting to the last byte.
    public var timeout: Duration

    public init(method: Method, url: URL, headers: [String: String] = [:], body: Data? = nil, timeout: Duration) {
        (self.method, self.url, self.headers) = (method, url, headers)
        (self.body, self.timeout) = (body, timeout)
    }
}

extension TransportRequest: RedactedSecrets {
    /// The method and the path.
    public var description: String { "\(method.rawValue) \(url.path)" }
}
