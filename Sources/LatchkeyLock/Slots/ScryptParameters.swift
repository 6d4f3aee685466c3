/// The cost of one attempt, stored in each slot.
package struct ScryptParameters: Sendable, Equatable {
    /// The binary logarithm of scrypt's N, the work and memory factor.
    package let logN: UInt8
    /// The block size, scrypt's r.
    package let blockSize: UInt8
    /// The number of passes, scrypt's p.
    package let passes: UInt8

    /// The number of block mixes, which determines the time of an attempt.
    var work: Int { (1 << Int(logN)) * Int(blockSize) * Int(passes) }

    /// The parameters of new slots: N = 2^15, r = 8, p = 3, with 32 MiB. OWASP rates them as strong as N = 2^17 with p
    /// = 1. <https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html>
    package static let standard = ScryptParameters(uncheckedLogN: 15, blockSize: 8, passes: 3)

    /// The limits for a stored slot: 256 MiB, and 16 times the time of `standard`.
    private static let ceilings = (logN: 1...18, blockSize: 1...8, passes: 1...6) as Ceilings
    private typealias Ceilings = (logN: ClosedRange<UInt8>, blockSize: ClosedRange<UInt8>, passes: ClosedRange<UInt8>)

    /// Throws `.excessiveParameters` above the limits, before any memory is allocated.
    package init(logN: UInt8, blockSize: UInt8, passes: UInt8) throws(VaultError) {
        guard Self.ceilings.logN.contains(logN), Self.ceilings.blockSize.contains(blockSize),
            Self.ceilings.passes.contains(passes)
        else { throw .excessiveParameters }
        self.init(uncheckedLogN: logN, blockSize: blockSize, passes: passes)
    }

    private init(uncheckedLogN logN: UInt8, blockSize: UInt8, passes: UInt8) {
        (self.logN, self.blockSize, self.passes) = (logN, blockSize, passes)
    }
}
