import LatchkeyAPI

/// Writes what happens into the accounts' activity, and has their owners told of what they should know (V14).
struct ActivityLog: Sendable {
    let makeID: @Sendable () -> String

    /// Stores the event, with a notice to the owner for ``ActivityKind/isNotified`` kinds or where asked.
    func record(
        _ kind: ActivityKind, of account: Account, device: String?, client: ClientInfo, notify: Bool? = nil,
        in repositories: Repositories, at now: Timestamp
    ) throws {
        let event = ActivityEvent(
            accountID: account.id, at: now, kind: kind, deviceName: device, ip: client.ip)
        let eventID = try repositories.activity.insert(event)
        guard notify ?? kind.isNotified else { return }
        try repositories.mailRequests.insert(
            MailRequest(
                id: makeID(), purpose: .notice, email: account.email, ip: client.ip, eventID: eventID,
                requestedAt: now, allowanceUsedUntil: now, isMade: false))
    }
}

extension ActivityKind {
    /// Whether the owner gets a mail each time: changes of a passcode, resets, blocks and new sign-ins.
    var isNotified: Bool {
        switch self {
        case .signedIn, .passcodeSet, .passcodeChanged, .passcodeEnabled, .passcodeDisabled, .passcodeReset,
            .passcodeBlocked:
            true
        case .signedOut, .sessionEnded, .passcodeResetRequested, .passcodeFailed, .unlockedAfterFailures,
            .timeoutChanged, .disowned:
            false
        }
    }

    /// Whether "this wasn't me" also makes a reset of the passcode necessary.
    var isAboutPasscode: Bool {
        switch self {
        case .passcodeSet, .passcodeChanged, .passcodeEnabled, .passcodeDisabled, .passcodeReset, .passcodeBlocked:
            true
        case .signedIn, .signedOut, .sessionEnded, .passcodeResetRequested, .passcodeFailed,
            .unlockedAfterFailures, .timeoutChanged, .disowned:
            false
        }
    }
}
