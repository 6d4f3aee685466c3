public import Foundation
public import LatchkeyCore

/// An answer as a transport received it. Its description shows neither headers nor body.
public struct TransportResponse: Equatable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// Names and values; read them with ``header(_:)``.
    public var headers: [String: String]
    /// Empty when there was none.
    public var body: Data

    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// The value of the header, whose name is not case-sensitive; nil when it is missing.
    public func header(_ name: String) -> String? {
        headers[name] ?? headers.first { $0.key.lowercased() == name.lowercased() }?.value
    }
}

extension TransportResponse: RedactedSecrets {
    /// The status.
    public var description: String { "TransportResponse(\(status))" }
}
