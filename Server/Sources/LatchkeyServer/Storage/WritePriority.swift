/// Which of the writes that wait goes first, and how long it may wait.
enum WritePriority: Int, CaseIterable, Comparable, Sendable {
    /// What nobody waits for: sweeping, and noting activity.
    case background
    /// What a request waits for.
    case request
    /// That a mail is still being sent, and what became of it: not noted in time, it is sent a second time. There are no
    /// more of these at once than senders.
    case mailUnderWay
    /// An attempt at a passcode before it is hashed. Its permit waits with it.
    case reservation
    /// The end of an attempt that was spent: given up, a right passcode would count as a failure.
    case settlement

    /// How long it waits for the database, as a multiple of the store's patience. An attempt is a failure after
    /// ``AttemptLimits/settleWithin``, which leaves the hashing two of ten seconds at the usual patience of one.
    var patienceFactor: Int {
        switch self {
        case .background, .request: 1
        case .mailUnderWay, .reservation: 3
        case .settlement: 8
        }
    }

    static func < (left: WritePriority, right: WritePriority) -> Bool { left.rawValue < right.rawValue }
}
