import Foundation

/// A device with an unlock key, as shown to its owner, administrators and the operator.
public struct DeviceReport: Encodable, Equatable, Sendable {
    let id: String
    let deviceName: String?
    let createdAt: Date
    let lastUsedAt: Date?

    private enum CodingKeys: CodingKey { case id, deviceName, createdAt, lastUsedAt }

    init(_ key: UnlockKey) {
        (id, deviceName) = (key.id, key.deviceName)
        (createdAt, lastUsedAt) = (key.createdAt.date, key.lastUsedAt?.date)
    }

    /// Encodes absent values as `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(deviceName, forKey: .deviceName)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(lastUsedAt, forKey: .lastUsedAt)
    }
}

extension DeviceReport: CustomStringConvertible {
    /// The device as one line for the operator: ID, name, time of registration and last use, separated by tabs.
    public var description: String {
        [
            id, deviceName ?? "an app", "registered \(createdAt.formatted(.iso8601))",
            lastUsedAt.map { "used \($0.formatted(.iso8601))" } ?? "not used",
        ].joined(separator: "\t")
    }
}
