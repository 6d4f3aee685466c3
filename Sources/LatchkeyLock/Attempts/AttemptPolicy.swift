/// What the tenth wrong passcode in a row does.
package enum AttemptPolicy: Sendable, Equatable {
    /// It destroys the passcode and biometric slots; the recovery key opens the vault after that. For apps with an
    /// account.
    case destroySlots
    /// It erases the vault, and with it everything that the vault sealed. For apps without an account.
    case erase
    /// Nothing: the delays of 160 seconds go on for ever.
    case unlimited

    /// The failures in a row that are allowed. A random code is found with one chance in 100,000.
    package static let limit = 10

    /// The failures in a row that cost no wait.
    static let free = 3

    /// The wait after so many failures in a row: five seconds after the fourth, twice as long after each one, and 160
    /// seconds from the ninth on.
    static func delay(afterFailures failures: UInt64) -> Duration {
        guard failures > free else { return .zero }
        let doublings = min(failures - UInt64(free) - 1, 5)
        return .seconds(5 << doublings)
    }

    /// The guesses left after so many failures, or nil when there is no limit.
    func remaining(afterFailures failures: UInt64) -> Int? {
        self == .unlimited ? nil : max(0, Self.limit - Int(clamping: failures))
    }
}
