/// Refuses the passcodes that a guesser tries first: 3,515 of the million, which rules describe.
///
/// How many to block: ten guesses are all that anyone has, and the study behind ``Refusal/popular`` found that about
/// the 2,000 most popular six-digit codes bring the gain, while larger lists only annoy; OWASP ASVS 5.0 (6.2.4) asks
/// for 3,000. Calendar dates as a whole are therefore allowed: some 70,000 codes, of which only the owner's own are
/// easy to guess.
public struct PasscodePolicy: Sendable {
    /// Takes any six digits, for an app that must do what requirement 01 says to the letter. With ten guesses, a
    /// passcode that people choose most is found by many a guesser.
    public static let anySixDigits = PasscodePolicy(blocks: [])

    private let blocked: [Refusal]

    /// Refuses what ``Refusal`` has.
    public init() { self.init(blocks: Refusal.allCases) }

    private init(blocks blocked: [Refusal]) { self.blocked = blocked }

    /// Returns the first reason to refuse the passcode as a new one, or nil when it may be used.
    ///
    /// Takes a time that depends on the passcode: call it for a new passcode, never to check one.
    public func refusal(of passcode: Passcode) -> Refusal? {
        passcode.withUnsafeBytes { bytes in
            let pattern = PasscodePattern(asciiDigits: bytes)
            return blocked.first { $0.covers(pattern) }
        }
    }
}
