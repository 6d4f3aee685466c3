extension PasscodePolicy {
    /// The reason that a new passcode is rejected. Of several reasons, the first in this order is returned.
    public enum Rejection: String, Sendable, CaseIterable {
        /// One of the most popular passcodes, according to a public study.
        case popular
        /// The same digit six times: `777777`.
        case repeated
        /// Digits or two-digit numbers that count up or down, also past zero: `890123`, `864208`, `101112`.
        case run
        /// Three doubled digits, or two digits three times: `449922`, `737373`.
        case pairs
        /// The first half repeated, or two digits three times each: `481481`, `555222`.
        case triples
        /// The same when read backwards: `481184`.
        case mirrored
        /// Neighboring lines of the number pad, its rim or its corners: `147369`, `123698`, `137955`.
        case keypad
        /// A year with its last two digits repeated, or a first of January: `198484`, `010184`.
        case year

        /// The text for the user: one sentence in English, without the passcode.
        public var reason: String {
            switch self {
            case .popular: "Too easy to guess: one of the most common passcodes."
            case .repeated: "Too easy to guess: one repeated digit."
            case .run: "Too easy to guess: sequential digits."
            case .pairs: "Too easy to guess: pairs of digits."
            case .triples: "Too easy to guess: triples, or a repeated half."
            case .mirrored: "Too easy to guess: the same backwards."
            case .keypad: "Too easy to guess: a simple shape on the number pad."
            case .year: "Too easy to guess: a year, or the first day of one."
            }
        }

        func covers(_ pattern: PasscodePattern) -> Bool {
            switch self {
            case .popular: PopularPasscodes.contains(pattern)
            case .repeated: pattern.isOneDigit
            case .run: pattern.isRun
            case .pairs: pattern.isPairs
            case .triples: pattern.isTriples
            case .mirrored: pattern.isMirrored
            case .keypad: KeypadShapes.contain(pattern)
            case .year: pattern.isYear
            }
        }
    }
}
