/// The order of the writes that wait, and how long each may wait.
enum WritePriority: Int, CaseIterable, Sendable {
    /// A write that no request waits for: sweeping, and storing activity.
    case background
    /// A write that a request waits for.
    case request
    /// The lease of a mail that is being sent, and its outcome: without them in time, the mail is sent a second time.
    /// There are no more of these at once than senders.
    case mailUnderWay
    /// An attempt at a passcode before it is hashed. Its permit waits with it.
    case reservation
    /// The settlement of an attempt: without it, a right passcode would count as a failure.
    case settlement

    /// How long it waits for the database, as a multiple of the store's timeout. An attempt fails after
    /// ``AttemptLimits/settleWithin``, which leaves the hashing two of ten seconds at the usual timeout of one second.
    var timeoutFactor: Int {
        switch self {
        case .background, .request: 1
        case .mailUnderWay, .reservation: 3
        case .settlement: 8
        }
    }
}
