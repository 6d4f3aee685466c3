import LatchkeyPasscode
import Testing

@testable import LatchkeyServer

extension Argon2Parameters {
    /// The least that RFC 9106 allows: microseconds. For tests only.
    static var forTests: Argon2Parameters {
        get throws { try #require(Argon2Parameters(memoryKiB: 8, passes: 1)) }
    }
}
