public import Foundation

/// A kind of event in an account's activity, which is kept for 180 days.
public enum ActivityKind: String, Codable, CaseIterable, Sendable {
    case signedIn = "signed_in"
    case signedOut = "signed_out"
    case sessionEnded = "session_ended"
    case passcodeSet = "passcode_set"
    case passcodeChanged = "passcode_changed"
    case passcodeEnabled = "passcode_enabled"
    case passcodeDisabled = "passcode_disabled"
    case passcodeResetRequested = "passcode_reset_requested"
    case passcodeReset = "passcode_reset"
    case passcodeFailed = "passcode_failed"
    case passcodeBlocked = "passcode_blocked"
    case unlockedAfterFailures = "unlocked_after_failures"
    case timeoutChanged = "timeout_changed"
    case passkeyAdded = "passkey_added"
    case passkeyRemoved = "passkey_removed"
    case deviceShut = "device_shut"
    case emailChanged = "email_changed"
    case disowned
    /// An operator of the server suspended the account. An operator also causes the three events after this one.
    case suspended
    case resumed
    case endedByAdmin = "ended_by_admin"
    case resetRequiredByAdmin = "reset_required_by_admin"
    /// An administrator shut a device.
    case deviceShutByAdmin = "device_shut_by_admin"
    /// An administrator or an operator made the user an administrator; the event after this one is the reverse.
    case administratorGranted = "administrator_granted"
    case administratorRevoked = "administrator_revoked"
    /// The user changed another account as an administrator.
    case administered
}

/// The response of `GET /api/auth/activity`: events, newest first.
public struct ActivityPage: Codable, Equatable, Sendable {
    /// An event in an account's activity.
    public struct Event: Codable, Equatable, Sendable {
        /// The opaque identifier of the event.
        public var id: String
        /// The time of the event.
        public var at: Date
        /// The kind of event.
        public var kind: ActivityKind
        /// The session's name from sign-in; nil if it has none.
        public var deviceName: String?
        /// The client's IP address.
        public var ip: String?

        public init(id: String, at: Date, kind: ActivityKind, deviceName: String?, ip: String?) {
            (self.id, self.at, self.kind) = (id, at, kind)
            (self.deviceName, self.ip) = (deviceName, ip)
        }

        /// Encodes absent values as `null`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(at, forKey: .at)
            try container.encode(kind, forKey: .kind)
            try container.encode(deviceName, forKey: .deviceName)
            try container.encode(ip, forKey: .ip)
        }
    }

    /// The events, newest first.
    public var events: [Event]
    /// The value of `before` in the next request; nil at the end.
    public var next: String?

    public init(events: [Event], next: String?) {
        (self.events, self.next) = (events, next)
    }

    private enum CodingKeys: CodingKey { case events, next }

    /// Skips events of kinds that this version does not know, so that a newer server's page can be shown.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        events = try container.decode([KnownEvent].self, forKey: .events).compactMap(\.event)
        next = try container.decodeIfPresent(String.self, forKey: .next)
    }

    /// Encodes `next` as `null` at the end.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(events, forKey: .events)
        try container.encode(next, forKey: .next)
    }
}

/// An event, or nothing if its kind is unknown.
private struct KnownEvent: Decodable {
    let event: ActivityPage.Event?

    private enum CodingKeys: CodingKey { case kind }

    init(from decoder: any Decoder) throws {
        let kind = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .kind)
        event = ActivityKind(rawValue: kind) == nil ? nil : try ActivityPage.Event(from: decoder)
    }
}
