/// The reason that the system cannot request the match that a secret requires.
public enum MatchObstacle: Hashable, Sendable {
    /// Too many failed matches: the system requires the device passcode first.
    case lockout
    /// No face or finger is enrolled.
    case notEnrolled
    /// The device has no passcode, which biometrics require.
    case devicePasscodeNotSet
    /// The device has no biometrics, or the app has no permission to use them.
    case notAvailable
    /// No prompt can be shown now, for example because the app is not in front.
    case notInteractive
}
