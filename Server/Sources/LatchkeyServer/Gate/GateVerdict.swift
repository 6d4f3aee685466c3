/// What the gate says about a session.
enum GateVerdict: Sendable {
    case open(GatePass)
    case closed(GateRefusal)
}

/// Why a session may not pass; the raw value stands in `X-Latchkey-Reason`.
enum GateRefusal: String, CaseIterable, Sendable {
    case unauthenticated
    case locked
    /// The passcode was given longer ago than was asked for, or never.
    case passcodeTooOld = "passcode-too-old"
}
