/// The rules that reject easily guessed passcodes: 3,515 of the million.
///
/// Ten attempts are all that an attacker has. The study for ``Rejection/popular`` found that rejecting about the 2,000
/// most popular six-digit codes yields most of the gain, and that larger lists only annoy. OWASP ASVS 5.0 (6.2.4)
/// requires 3,000. Calendar dates are therefore allowed: of some 70,000, only the user's own are easy to guess.
public struct PasscodePolicy: Sendable {
    /// A policy that allows any six digits. Many users then choose a popular passcode, which ten attempts may find.
    public static let anySixDigits = PasscodePolicy(rules: [])

    private let rules: [Rejection]

    /// Creates a policy with all rules of ``Rejection``.
    public init() { self.init(rules: Rejection.allCases) }

    private init(rules: [Rejection]) { self.rules = rules }

    /// Returns the first reason to reject a new passcode, or nil if it is allowed.
    ///
    /// The duration depends on the passcode: call this for a new passcode, never to verify one.
    public func rejection(of passcode: Passcode) -> Rejection? {
        passcode.withUnsafeBytes { bytes in
            let pattern = PasscodePattern(asciiDigits: bytes)
            return rules.first { $0.covers(pattern) }
        }
    }
}
