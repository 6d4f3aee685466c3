import Foundation

/// The extent of a random or repeated test: `LATCHKEY_TEST_TIER`.
enum TestTier: String {
    /// In `make test` and `swift test`.
    case sample
    /// In `make test-all`.
    case all
    /// In `make soak`.
    case soak

    static let current: TestTier = {
        guard let name = ProcessInfo.processInfo.environment["LATCHKEY_TEST_TIER"] else { return .sample }
        guard let tier = TestTier(rawValue: name) else { fatalError("LATCHKEY_TEST_TIER is sample, all or soak") }
        return tier
    }()
}
