internal import Crypto
internal import LatchkeyCore

/// The source of keys, salts and nonces.
package struct RandomBytes: Sendable {
    private let make: @Sendable (Int) -> [UInt8]

    package init(_ make: @escaping @Sendable (Int) -> [UInt8]) { self.make = make }

    /// The system's generator, which is cryptographically secure on every platform that Swift runs on.
    package static let system = RandomBytes { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    package func callAsFunction(_ count: Int) -> [UInt8] { make(count) }

    /// Returns a 256-bit key. The intermediate bytes are wiped.
    func key() -> SymmetricKey {
        var bytes = self(32)
        defer { bytes.withUnsafeMutableBytes { wipe($0) } }
        return SymmetricKey(data: bytes)
    }
}
