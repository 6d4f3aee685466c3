import LatchkeyCore
import LatchkeyPasscode
import Testing

@Suite("C9 V10 A passcode never shows its digits")
struct PasscodeRedactionTests {
    private struct Form { let passcode: Passcode }

    @Test("C9 MASVS-STORAGE-2 every printed form of a passcode is redacted")
    func everyPrintedFormOfAPasscodeIsRedacted() throws {
        let passcode = try #require(Passcode("048151"))
        #expect(String(describing: passcode) == "Passcode(••••••)")
        #expect("\(passcode)" == "Passcode(••••••)")
        #expect(String(reflecting: passcode) == "Passcode(••••••)")
        #expect(passcode.description == "Passcode(••••••)")
        #expect(passcode.debugDescription == "Passcode(••••••)")
        #expect("\(Optional(passcode) as Any)".contains("Passcode(••••••)"))
    }

    @Test func containingValueDoesNotRevealThePasscode() throws {
        let form = Form(passcode: try #require(Passcode("048151")))
        for text in ["\(form)", String(reflecting: form), "\([form])", dumped(form), dumped(form.passcode)] {
            #expect(!text.contains("048151"))
            #expect(text.contains("Passcode(••••••)"))
        }
    }

    @Test func mirrorExposesNoChildrenOfAPasscode() throws {
        let mirror = Mirror(reflecting: try #require(Passcode("048151")))
        #expect(mirror.children.isEmpty)
        #expect(mirror.superclassMirror == nil)
    }

    @Test("C9 passcode is not encodable, equatable or hashable")
    func passcodeIsNotEncodableEquatableOrHashable() throws {
        let passcode: Any = try #require(Passcode("048151"))
        #expect(!(passcode is any Encodable))
        #expect(!(passcode is any Equatable))
        #expect(!(passcode is any Hashable))
        #expect(!(passcode is any LosslessStringConvertible))
    }

    private func dumped(_ value: some Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }
}
