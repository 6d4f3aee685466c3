/// The priority of a waiting write, and how long it may wait.
enum WritePriority: Int, CaseIterable, Sendable {
    /// A write that no request waits for: sweeps, and stored activity.
    case background
    /// A write that a request waits for.
    case request
    /// The lease and result of an email; without them the email is sent twice. At most as many as senders.
    case emailInProgress
    /// The reservation of an attempt, which holds a permit.
    case reservation
    /// The settlement of an attempt; without it, a correct passcode would count as a failure.
    case settlement

    /// The time for which it waits, as a multiple of the store's timeout. An attempt expires after
    /// ``AttemptPolicy/settleWithin``, ten seconds, which leaves two for hashing with the default timeout of one
    /// second.
    var timeoutFactor: Int {
        switch self {
        case .background, .request: 1
        case .emailInProgress, .reservation: 3
        case .settlement: 8
        }
    }
}
