import Crypto
import Foundation
import LatchkeyLock

/// The overhead of the vault compared with its encryption.
@MainActor
struct SealFigures {
    let directory: URL

    /// Seals and opens 1 KiB in both implementations: byte input and output, a new nonce each time, and the same
    /// authenticated data.
    func measure() async throws -> [Figure] {
        let vault = try Vault.bench(directory)
        try await vault.create(.open, since: vault.epoch)
        let plain = Data((0..<1024).map { UInt8(truncatingIfNeeded: $0) })
        let (purpose, times, clock) = ("note", 100, ContinuousClock())
        let key = SymmetricKey(size: .bits256)
        let context = [1] + Array(purpose.utf8)
        let ratio = try await Rounds(count: 1001).ratio {
            try clock.measure {
                for _ in 0..<times {
                    let sealed = try vault.seal(plain, for: purpose)
                    guard try vault.open(sealed, for: purpose).count == plain.count else { exit(70) }
                }
            }
        } to: {
            try clock.measure {
                for _ in 0..<times {
                    guard let sealed = try AES.GCM.seal(plain, using: key, authenticating: context).combined
                    else { exit(70) }
                    let box = try AES.GCM.SealedBox(combined: sealed)
                    guard try AES.GCM.open(box, using: key, authenticating: context).count == plain.count
                    else { exit(70) }
                }
            }
        }
        return [Figure("seal and open 1 KiB ÷ bare AES-GCM", ratio: ratio, bar: 1.3)]
    }
}
