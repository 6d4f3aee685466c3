import LatchkeyPasscode
import Testing

@Suite("Passcode")
struct PasscodeTests {
    @Test(
        "ASVS-6.2.8 six digits including leading zeros are accepted",
        arguments: ["123456", "000000", "999999", "012345", "000001"])
    func sixDigitsIncludingLeadingZerosAreAccepted(text: String) throws {
        let passcode = try #require(Passcode(text))
        #expect(passcode.withUnsafeBytes(Array.init) == Array(text.utf8))
    }

    @Test(
        "NIST-3.1.1.2-2 NIST-3.1.1.2-3 ASVS-6.2.9 any other length is rejected",
        arguments: ["", "0", "12345", "1234567", "123456123456"])
    func anyOtherLengthIsRejected(text: String) {
        #expect(Passcode(text) == nil)
    }

    @Test(
        """
        NIST-3.1.1.1-3 NIST-3.1.1.2-4 NIST-3.1.1.2-5 NIST-3.1.1.2-7 ASVS-6.2.5 passcodes consist of ASCII digits
        """)
    func passcodesConsistOfASCIIDigits() {
        let texts = [
            "١٢٣٤٥٦",  // Arabic-Indic
            "۱۲۳۴۵۶",  // Persian
            "१२३४५६",  // Devanagari
            "１２３４５６",  // full-width
            "12345６", "¹²³⁴⁵⁶", "①②③④⑤⑥", "𝟏𝟐𝟑𝟒𝟓𝟔", "ⅠⅡⅢⅣⅤⅥ",
            "٠٠٠", "１２",  // six bytes of UTF-8
            "12345\u{0}", "\u{0}12345", "123456\u{0}", "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}",
            "12345🔒", "1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣", "🔢🔢",
            "123456\u{301}", "12345\u{301}", "1234\u{301}", "12345\u{20E3}", "123456\u{FE0F}",
            " 12345", "12345 ", "123456\n", "\u{FEFF}123456", "123\u{200B}456",
            "12345a", "abcdef", "-12345", "+12345", "12.345", "1e1000", "0x1234",
            "12345/", "12345:",  // the ASCII neighbors of 0 and 9
        ]
        // A loop instead of arguments: test arguments are printed, and a NUL makes a log unreadable.
        for text in texts {
            #expect(Passcode(text) == nil, "\(text.debugDescription)")
        }
    }

    @Test("NIST-3.1.1.2-12 passcodes with one different digit never match", arguments: 0..<6)
    func passcodesWithOneDifferentDigitNeverMatch(position: Int) throws {
        var digits = Array("111111")
        digits[position] = "2"
        let passcode = try #require(Passcode("111111"))
        let other = try #require(Passcode(String(digits)))
        #expect(!passcode.matches(other))
        #expect(!other.matches(passcode))
    }

    @Test("ASVS-11.2.4 swapped digits do not match")
    func swappedDigitsDoNotMatch() throws {
        let passcode = try #require(Passcode("121212"))
        let other = try #require(Passcode("212121"))
        #expect(!passcode.matches(other))
    }

    @Test func equalPasscodesMatch() throws {
        let passcode = try #require(Passcode("048151"))
        let again = try #require(Passcode("048151"))
        #expect(passcode.matches(again))
        #expect(passcode.matches(passcode))
    }

    @Test func errorThrownWhileReadingBytesReachesTheCaller() throws {
        struct Rejected: Error {}
        let passcode = try #require(Passcode("048151"))
        #expect(throws: Rejected.self) { try passcode.withUnsafeBytes { _ in throw Rejected() } }
    }

    @Test func aPasscodeCanBeStoredAndPassedToAnotherTask() async throws {
        struct Form: Sendable { let passcode: Passcode }
        let form = Form(passcode: try #require(Passcode("048151")))
        let bytes = await Task.detached { form.passcode.withUnsafeBytes(Array.init) }.value
        #expect(bytes == Array("048151".utf8))
    }
}
