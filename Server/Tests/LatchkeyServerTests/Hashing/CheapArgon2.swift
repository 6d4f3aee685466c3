import LatchkeyPasscode
import Testing

@testable import LatchkeyServer

extension Argon2Parameters {
    /// The minimum of RFC 9106, which takes microseconds. Only for tests.
    static var forTests: Argon2Parameters {
        get throws { try #require(Argon2Parameters(memoryKiB: 8, passes: 1)) }
    }
}
