public import Foundation
public import LatchkeyCore

/// A request as a transport sends it. Its description shows neither headers nor body.
public struct TransportRequest: Equatable, Sendable {
    /// The methods that the contract uses.
    public enum Method: String, Sendable {
        /// Reads.
        case get = "GET"
        /// Does.
        case post = "POST"
        /// Changes a part.
        case patch = "PATCH"
        /// Removes.
        case delete = "DELETE"
    }

    /// What to do.
    public var method: Method
    /// Where, in full.
    public var url: URL
    /// Names and values; no name occurs twice.
    public var headers: [String: String]
    /// Nil when nothing is sent.
    public var body: Data?
    /// For all of the exchange, from the first packet to the last byte.
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
