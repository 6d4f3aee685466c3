/// Why the system does not ask for the match that would release a secret.
public enum MatchObstacle: Hashable, Sendable {
    /// Too many attempts without a match: the system asks for the device passcode first.
    case lockout
    /// No one is enrolled.
    case notEnrolled
    /// The device has no passcode, without which its biometrics do not work.
    case devicePasscodeNotSet
    /// The device has no biometrics, or the app may not use them.
    case notAvailable
    /// No prompt may come up now: the app is not in front, for example.
    case notInteractive
}
