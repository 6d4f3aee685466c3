public import Foundation
public import LatchkeyCore

/// A response from a transport. Its description contains neither headers nor body.
public struct TransportResponse: Equatable, Sendable {
    /// The HTTP status of the response.
    public var status: Int
    /// The headers by name; read them with ``header(_:)``.
    public var headers: [String: String]
    /// The bytes of the body, empty without one.
    public var body: Data

    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// Returns the value of the header, whose name is not case-sensitive; nil if it is missing.
    public func header(_ name: String) -> String? {
        headers[name] ?? headers.first { $0.key.lowercased() == name.lowercased() }?.value
    }
}

extension TransportResponse: RedactedSecrets {
    /// The text for logs, with the status only.
    public var description: String { "TransportResponse(\(status))" }
}
