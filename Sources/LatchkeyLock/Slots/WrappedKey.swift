internal import Crypto
internal import Foundation
internal import LatchkeyPasscode

/// The vault key under another key: AES-256-GCM, nonce and tag included. Opening it is the check of the other key.
struct WrappedKey: Sendable, Equatable {
    /// Nonce, encrypted key and tag.
    static let byteCount = 12 + 32 + 16

    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(
        _ key: SymmetricKey, under wrapping: SymmetricKey, authenticating context: [UInt8], random: RandomBytes
    ) throws(VaultError) {
        let nonce = random(12)
        let combined = key.withUnsafeBytes { key -> Data? in
            guard let start = key.baseAddress, let nonce = try? AES.GCM.Nonce(data: nonce) else { return nil }
            // Lends the key without a copy; its owner wipes it.
            let lent = Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: key.count, deallocator: .none)
            return try? AES.GCM.seal(lent, using: wrapping, nonce: nonce, authenticating: context).combined
        }
        guard let combined else { throw .derivationFailed }
        bytes = Array(combined)
    }

    /// Returns the vault key, or nil when the other key or the context is not the one that it was wrapped with.
    ///
    /// - Parameter watching: Sees the one copy of the key that the decryption leaves behind, overwritten.
    func unwrap(
        with wrapping: SymmetricKey, authenticating context: [UInt8],
        watching: (UnsafeRawBufferPointer) -> Void = { _ in }
    ) -> SymmetricKey? {
        guard let box = try? AES.GCM.SealedBox(combined: bytes),
            var plain = try? AES.GCM.open(box, using: wrapping, authenticating: context)
        else { return nil }
        defer {
            plain.withUnsafeMutableBytes { memory in
                wipe(memory)
                watching(UnsafeRawBufferPointer(memory))
            }
        }
        return plain.count == 32 ? SymmetricKey(data: plain) : nil
    }
}
