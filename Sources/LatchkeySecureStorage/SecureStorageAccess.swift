/// When a secret can be read. Whatever the level, it never leaves this device, neither by backup nor by
/// synchronisation.
public enum SecureStorageAccess: Hashable, Sendable, Codable {
    /// Once the user has unlocked the device after its start, also while it is locked again: for work in the
    /// background.
    case afterFirstUnlock
    /// While the device is unlocked.
    case whenUnlocked
    /// While the device is unlocked, and only as long as it has a passcode: taking that away destroys the secret.
    case whenPasscodeSet
    /// With a biometric match for each reading, as long as the device has a passcode.
    case biometry(Enrolment)
    /// With a biometric match of anyone enrolled or the device's passcode for each reading, whichever the user prefers,
    /// as long as the device has a passcode.
    case userPresence
    /// With the device's passcode for each reading, as long as it has one.
    case devicePasscode

    /// Whose match releases a secret.
    public enum Enrolment: Hashable, Sendable, Codable {
        /// Those enrolled when the secret was stored. A finger or face added or taken away later destroys the secret:
        /// it is then absent.
        case currentEnrolment
        /// Anyone enrolled at the time of reading, so also a finger that was added since.
        case anyEnrolment
    }

    /// The levels without a prompt for a match.
    public static let withoutMatch: Set<SecureStorageAccess> = [.afterFirstUnlock, .whenUnlocked, .whenPasscodeSet]
}
