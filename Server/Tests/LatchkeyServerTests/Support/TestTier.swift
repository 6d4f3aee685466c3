import Foundation

/// How much of a random or repeated test is run.
enum TestTier {
    /// Whether `make test-all` runs it, and not `make test` or `swift test`.
    static let isWhole = ProcessInfo.processInfo.environment["LATCHKEY_TEST_TIER"] == "all"
}
