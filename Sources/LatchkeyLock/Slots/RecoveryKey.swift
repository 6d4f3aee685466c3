internal import Crypto
internal import LatchkeyPasscode

/// The account's recovery key, as the server hands it out: never stored on the device.
public struct RecoveryKey: Sendable {
    let key: SymmetricKey

    /// Returns nil unless there are 16 to 64 bytes: the key must not be guessable. The bytes belong to the caller, who
    /// should not keep them.
    public init?(_ bytes: some Collection<UInt8>) {
        guard (16...64).contains(bytes.count) else { return nil }
        var copy = Array(bytes)
        defer { copy.withUnsafeMutableBytes { wipe($0) } }
        key = SymmetricKey(data: copy)
    }
}

extension RecoveryKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "RecoveryKey(••••••)" }
    public var debugDescription: String { description }
    /// No children, so that `dump` and test failures print nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
