public import Foundation

/// What can happen on an account; kept 180 days in its activity.
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
    case emailChanged = "email_changed"
    case disowned
    /// By an operator of the server, as are the three after it.
    case suspended
    case resumed
    case endedByAdmin = "ended_by_admin"
    case resetRequiredByAdmin = "reset_required_by_admin"
}

/// The answer of `GET /api/auth/activity`: events, newest first.
public struct ActivityPage: Codable, Equatable, Sendable {
    /// One thing that happened.
    public struct Event: Codable, Equatable, Sendable {
        /// Opaque.
        public var id: String
        /// When it happened.
        public var at: Date
        /// What happened.
        public var kind: ActivityKind
        /// The name that the session was given at sign-in; nil when it has none.
        public var deviceName: String?
        /// The client's address.
        public var ip: String?

        public init(id: String, at: Date, kind: ActivityKind, deviceName: String?, ip: String?) {
            (self.id, self.at, self.kind) = (id, at, kind)
            (self.deviceName, self.ip) = (deviceName, ip)
        }

        /// Absent values are `null`, not left out.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(at, forKey: .at)
            try container.encode(kind, forKey: .kind)
            try container.encode(deviceName, forKey: .deviceName)
            try container.encode(ip, forKey: .ip)
        }
    }

    /// Newest first.
    public var events: [Event]
    /// Goes into `before` of the next request; nil at the end.
    public var next: String?

    public init(events: [Event], next: String?) {
        (self.events, self.next) = (events, next)
    }

    private enum CodingKeys: CodingKey { case events, next }

    /// Leaves out events of kinds that this version does not know, so that a newer server's page can be shown.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        events = try container.decode([KnownEvent].self, forKey: .events).compactMap(\.event)
        next = try container.decodeIfPresent(String.self, forKey: .next)
    }

    /// `next` is `null` at the end, not left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(events, forKey: .events)
        try container.encode(next, forKey: .next)
    }
}

/// An event, or nothing when its kind is unknown.
private struct KnownEvent: Decodable {
    let event: ActivityPage.Event?

    private enum CodingKeys: CodingKey { case kind }

    init(from decoder: any Decoder) throws {
        let kind = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .kind)
        event = ActivityKind(rawValue: kind) == nil ? nil : try ActivityPage.Event(from: decoder)
    }
}
