internal import Crypto
internal import LatchkeyCore

/// The account's recovery key, as the server hands it out: never stored on the device.
package struct RecoveryKey: Sendable, RedactedSecrets {
    let key: SymmetricKey

    /// Returns nil unless there are 16 to 64 bytes: the key must not be guessable. The bytes belong to the caller, who
    /// should not keep them.
    package init?(_ bytes: some Collection<UInt8>) {
        guard (16...64).contains(bytes.count) else { return nil }
        var copy = Array(bytes)
        defer { copy.withUnsafeMutableBytes { wipe($0) } }
        key = SymmetricKey(data: copy)
    }
}
