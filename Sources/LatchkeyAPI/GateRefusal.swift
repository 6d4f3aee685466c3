/// Why the gate lets no request pass, as `X-Latchkey-Reason` says it.
public enum GateRefusal: String, CaseIterable, Sendable {
    /// There is no such session.
    case unauthenticated
    /// It is locked.
    case locked
    /// The team requires a passcode, and none is set.
    case passcodeRequired = "passcode-required"
    /// The passcode was given longer ago than was asked for, or never.
    case passcodeTooOld = "passcode-too-old"
}
