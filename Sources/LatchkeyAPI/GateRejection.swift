/// The reason that the gate rejects a request, as the value of `X-Latchkey-Reason`.
public enum GateRejection: String, CaseIterable, Sendable {
    /// There is no such session.
    case unauthenticated
    /// The session is locked.
    case locked
    /// The team requires a passcode, and none is set.
    case passcodeRequired = "passcode-required"
    /// The passcode was last verified longer ago than required, or never.
    case passcodeTooOld = "passcode-too-old"
}
