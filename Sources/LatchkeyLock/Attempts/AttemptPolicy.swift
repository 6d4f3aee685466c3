/// The effect of the tenth wrong passcode in a row.
package enum AttemptPolicy: Sendable, Equatable {
    /// The passcode and biometric slots are destroyed. The recovery key then opens the vault. For apps with an account.
    case destroySlots
    /// The vault is erased with everything that it sealed. For apps without an account.
    case erase
    /// No effect: a delay of 160 seconds follows each further failure.
    case unlimited

    /// The number of failures in a row that are allowed. An attacker finds a random passcode with a probability of 1 in
    /// 100,000.
    package static let limit = 10

    /// The number of failures in a row without a delay.
    static let free = 3

    /// Returns the delay after this number of failures in a row. It is five seconds after the fourth, doubled for each
    /// further one, and 160 seconds from the ninth on.
    static func delay(afterFailures failures: UInt64) -> Duration {
        guard failures > free else { return .zero }
        let doublings = min(failures - UInt64(free) - 1, 5)
        return .seconds(5 << doublings)
    }

    /// The attempts left after this number of failures, or nil without a limit.
    func remaining(afterFailures failures: UInt64) -> Int? {
        self == .unlimited ? nil : max(0, Self.limit - Int(clamping: failures))
    }
}
