import LatchkeyPasscode
import Testing

private typealias Rejection = PasscodePolicy.Rejection

@Suite("PasscodePolicy")
struct PasscodePolicyTests {
    private func rejection(of text: String) throws -> Rejection? {
        PasscodePolicy().rejection(of: try #require(Passcode(text)))
    }

    @Test(
        "ASVS-6.2.12 ten most popular passcodes are rejected",
        arguments: [
            "123456", "654321", "111111", "000000", "123123", "666666", "121212", "112233", "789456", "159753",
        ])
    func tenMostPopularPasscodesAreRejected(text: String) throws {
        #expect(try rejection(of: text) == .popular)
    }

    @Test(arguments: ["123456", "111111", "481481", "010184", "407318"])
    func appsMayAllowAnySixDigits(text: String) throws {
        #expect(PasscodePolicy.anySixDigits.rejection(of: try #require(Passcode(text))) == nil)
    }

    @Test func oneDigitRepeatedIsRejected() throws {
        #expect(try rejection(of: "444444") == .repeated)
    }

    @Test(arguments: [
        "234567", "890123", "098765", "210987", "135791", "024680", "864208", "101112", "010203", "989796", "020100",
    ])
    func ascendingOrDescendingDigitsAreRejected(text: String) throws {
        #expect(try rejection(of: text) == .run)
    }

    @Test(arguments: ["449922", "001122", "737373", "505050", "225522"])
    func pairsAreRejected(text: String) throws {
        #expect(try rejection(of: text) == .pairs)
    }

    @Test(arguments: ["481481", "007007", "555222", "100100", "000111"])
    func triplesAreRejected(text: String) throws {
        #expect(try rejection(of: text) == .triples)
    }

    @Test(arguments: ["481184", "100001", "029920"])
    func mirroredDigitsAreRejected(text: String) throws {
        #expect(try rejection(of: text) == .mirrored)
    }

    @Test(arguments: ["147369", "321654", "357159", "123698", "478963", "139713", "137955", "557931"])
    func shapesOnTheNumberPadAreRejected(text: String) throws {
        #expect(try rejection(of: text) == .keypad)
    }

    @Test(arguments: ["195050", "198484", "202929", "010150", "010199", "010100", "010129"])
    func yearsAreRejected(text: String) throws {
        #expect(try rejection(of: text) == .year)
    }

    @Test(
        "NIST-3.1.1.2-16 passcodes just outside a rule are allowed",
        arguments: [
            "194949", "203030", "010130", "010149", "198485",  // year
            "123457", "234568", "101113", "147036", "135792",  // run
            "449921", "737374", "481482", "555223", "481185",  // pairs, triples, mirrored
            "147368", "123697", "139716", "137956",  // keypad
            "111112", "777707",  // repeated
            "048151", "902718", "112518",
        ])
    func passcodesJustOutsideARuleAreAllowed(text: String) throws {
        #expect(try rejection(of: text) == nil)
    }

    @Test("NIST-3.1.1.2-17 NIST-3.1.1.2-19 every rejection reason is a distinct sentence")
    func everyRejectionReasonIsADistinctSentence() {
        let reasons = Rejection.allCases.map(\.reason)
        #expect(Set(reasons).count == Rejection.allCases.count)
        #expect(reasons.allSatisfy { $0.hasSuffix(".") && !$0.contains { $0.isNumber } })
    }
}
