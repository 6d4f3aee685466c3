internal import Crypto
internal import LatchkeyCore

/// The account's recovery key, which the server sends: never stored on the device.
package struct RecoveryKey: Sendable, RedactedSecrets {
    let key: SymmetricKey

    /// Returns nil unless there are 16 to 64 bytes: the key must not be guessable. Release the bytes as soon as
    /// possible.
    package init?(_ bytes: some Collection<UInt8>) {
        guard (16...64).contains(bytes.count) else { return nil }
        var copy = Array(bytes)
        defer { copy.withUnsafeMutableBytes { wipe($0) } }
        key = SymmetricKey(data: copy)
    }
}
