/// What the gate is asked about a session.
struct GateQuestion {
    /// How long ago the passcode may have been given; nil for any time.
    let maxAge: Duration?
    /// Whether passing is activity.
    let isActivity: Bool
}
