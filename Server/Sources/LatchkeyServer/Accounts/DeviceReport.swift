import Foundation

/// A device with an unlock key, as shown to the operator.
public struct DeviceReport: Encodable, Equatable, Sendable {
    let id: String
    let deviceName: String?
    let createdAt: Date
    let lastUsedAt: Date?

    init(_ key: UnlockKey) {
        (id, deviceName) = (key.id, key.deviceName)
        (createdAt, lastUsedAt) = (key.createdAt.date, key.lastUsedAt?.date)
    }
}

extension DeviceReport: CustomStringConvertible {
    /// ID, device, time of registration and last use, separated by tabs.
    public var description: String {
        [
            id, deviceName ?? "an app", "registered \(createdAt.formatted(.iso8601))",
            lastUsedAt.map { "used \($0.formatted(.iso8601))" } ?? "not used",
        ].joined(separator: "\t")
    }
}
