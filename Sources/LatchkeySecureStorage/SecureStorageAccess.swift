/// The conditions under which a secret can be read. In the Keychain, at any level, it never leaves this device by
/// backup or synchronization.
public enum SecureStorageAccess: Hashable, Sendable, Codable {
    /// Readable after the first unlock since the device started, even while it is locked again: for work in the
    /// background.
    case afterFirstUnlock
    /// Readable while the device is unlocked.
    case whenUnlocked
    /// Readable while the device is unlocked and has a passcode. Removing the passcode destroys the secret.
    case whenPasscodeSet
    /// Readable after a biometric match for each read, while the device has a passcode.
    case biometry(Enrolment)
    /// Readable after a biometric match or the device passcode for each read, as the user prefers, while the device has
    /// a passcode.
    case userPresence
    /// Readable after the device passcode for each read, while the device has one.
    case devicePasscode

    /// The enrolments whose match releases a secret.
    public enum Enrolment: Hashable, Sendable, Codable {
        /// The enrolment at the time of storing. Adding or removing a finger or face destroys the secret: it is then
        /// absent.
        case currentEnrolment
        /// Any enrolment at the time of reading, including later ones.
        case anyEnrolment
    }

    /// The levels that never prompt for a match.
    public static let withoutMatch: Set<SecureStorageAccess> = [.afterFirstUnlock, .whenUnlocked, .whenPasscodeSet]
}
