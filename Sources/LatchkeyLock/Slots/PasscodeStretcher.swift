package import Crypto
internal import CryptoExtras
internal import Foundation
internal import LatchkeyCore
package import LatchkeyPasscode

/// The key derivation from a passcode by scrypt (RFC 7914), which makes each attempt expensive.
package struct PasscodeStretcher: Sendable {
    private let derive: @Sendable (Passcode, [UInt8], ScryptParameters) async throws(VaultError) -> SymmetricKey

    /// Creates a key derivation, which a test can count, delay or speed up.
    package init(
        _ derive: @escaping @Sendable (Passcode, [UInt8], ScryptParameters) async throws(VaultError) -> SymmetricKey
    ) {
        self.derive = derive
    }

    /// Returns 32 bytes of scrypt.
    package func stretch(
        _ passcode: Passcode, salt: [UInt8], parameters: ScryptParameters
    ) async throws(VaultError) -> SymmetricKey {
        try await derive(passcode, salt, parameters)
    }

    /// scrypt on its own thread, which is neither the main actor's nor one of Swift's tasks.
    package static let scrypt = PasscodeStretcher { passcode, salt, parameters throws(VaultError) in
        let key = await queue.perform { scryptNow(passcode, salt: salt, parameters: parameters) }
        guard let key else { throw .derivationFailed }
        return key
    }

    private static let queue = BlockingQueue("latchkey.scrypt")

    private static func scryptNow(
        _ passcode: Passcode, salt: [UInt8], parameters: ScryptParameters
    ) -> SymmetricKey? {
        passcode.withUnsafeBytes { digits in
            guard let start = digits.baseAddress else { return nil }
            // Without a copy of the digits, which the passcode wipes.
            let lent = Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: digits.count, deallocator: .none)
            return try? KDF.Scrypt.deriveKey(
                from: lent, salt: salt, outputByteCount: 32, rounds: 1 << parameters.logN,
                blockSize: Int(parameters.blockSize), parallelism: Int(parameters.passes))
        }
    }
}
