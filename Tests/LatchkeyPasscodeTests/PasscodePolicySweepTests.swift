import Testing

@testable import LatchkeyPasscode

@Suite("PasscodePolicy over all million passcodes")
struct PasscodePolicySweepTests {
    private typealias Rejection = PasscodePolicy.Rejection

    /// The number of passcodes that each rule covers, including overlaps. Derived by hand where possible: three doubled
    /// digits or two digits three times are 1000 + 100, minus the ten that are both.
    private let covered: [Rejection: Int] = [
        .popular: 29, .repeated: 10, .run: 40 + 196, .pairs: 1000 + 100 - 10, .triples: 1000 + 100 - 10,
        .mirrored: 1000, .keypad: 176, .year: 80 + 80,
    ]

    @Test(
        """
        NIST-3.1.1.2-15 NIST-3.1.1.2-18 ASVS-6.2.4 each rule blocks its exact number of passcodes
        """)
    func eachRuleRejectsItsExactNumberOfPasscodes() {
        var rejected = 0
        var counts: [Rejection: Int] = [:]
        forEveryPattern { pattern in
            let rules = Rejection.allCases.filter { $0.covers(pattern) }
            rejected += rules.isEmpty ? 0 : 1
            for rule in rules { counts[rule, default: 0] += 1 }
        }
        #expect(rejected == 3515)
        #expect(counts == covered)
    }

    private func forEveryPattern(_ body: (PasscodePattern) -> Void) {
        var digits = [UInt8](repeating: UInt8(ascii: "0"), count: 6)
        for number in 0..<1_000_000 {
            var rest = number
            for place in digits.indices.reversed() {
                digits[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            digits.withUnsafeBytes { body(PasscodePattern(asciiDigits: $0)) }
        }
    }
}
