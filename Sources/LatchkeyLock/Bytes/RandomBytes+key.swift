internal import Crypto
internal import LatchkeyPasscode

extension RandomBytes {
    /// A key of 256 bits. The bytes that it is made from are wiped.
    func key() -> SymmetricKey {
        var bytes = self(32)
        defer { bytes.withUnsafeMutableBytes { wipe($0) } }
        return SymmetricKey(data: bytes)
    }
}
