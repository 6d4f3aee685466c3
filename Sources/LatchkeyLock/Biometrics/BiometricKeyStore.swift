package import Foundation

/// Keeps the biometric slot so that only a match releases it.
package protocol BiometricKeyStore: Sendable {
    /// Stores the slot, in place of an older one, for those who are enrolled now. Asks nobody for a match.
    func save(_ slot: Data) async throws(VaultError)

    /// Asks for a match, with this reason, and returns what came of it. Never answers without asking.
    func release(reason: String) async -> BiometricRelease

    /// Removes the slot. None to remove is no error.
    func delete() async throws(VaultError)

    /// Returns whether there is a slot, without asking for a match.
    func exists() async throws(VaultError) -> Bool
}

/// What came of asking for the biometric slot.
package enum BiometricRelease: Sendable {
    /// There was a match, and this is the slot.
    case released(Data)
    /// There is no slot, or the system destroyed it because the enrolment changed.
    case absent
    /// The person called it off; or the app or the system did, where the storage cannot tell.
    case cancelled
    /// The app or the system took the prompt down.
    case takenDown
    /// The person asked for the passcode instead.
    case passcodeRequested
    /// Too many failed matches.
    case lockedOut
    /// There is no reader, nobody is enrolled, or the app may not use it.
    case unavailable
    /// No match.
    case failed
    /// The storage could not be read.
    case unreadable(VaultError)
}
