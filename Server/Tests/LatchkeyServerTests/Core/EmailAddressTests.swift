import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct EmailAddressTests {
    @Test(arguments: [
        "ada@bücher.example", "Ada@BÜCHER.example", "ada@xn--bcher-kva.example", "ada@XN--BCHER-KVA.example",
        "ada@bu\u{308}cher.example", " ada@bücher.example\n",
    ])
    func everySpellingOfAnInternationalDomainIsOneAddress(text: String) {
        #expect(EmailAddress(text)?.text == "ada@xn--bcher-kva.example")
    }

    @Test func senderDomainsAreConvertedToPunycode() {
        #expect(FromAddress("Lock <lock@bücher.example>")?.address == "lock@xn--bcher-kva.example")
    }

    @Test(arguments: [
        ("josé@example.org", "before the @"), ("jose\u{301}@bücher.example", "before the @"),
        ("josé", "Not an email address."), ("a@b@c", "Not an email address."), ("a@", "Not an email address."),
        ("a@bü/cher", "Not an email address."), ("a@ü:80", "Not an email address."),
        ("a@ü;b", "Not an email address."), ("a b@example.org", "Not an email address."),
        ("@b", "Not an email address."), ("a@b..example", "Not an email address."),
        ("a@b.example.", "Not an email address."), ("a@-b.example", "Not an email address."),
        ("a@b-.example", "Not an email address."), ("a@b_c.example", "Not an email address."),
        ("a@\(String(repeating: "b", count: 64)).example", "Not an email address."),
        ("a@bü\u{0}", "Not an email address."),
    ])
    func invalidEmailAddressErrorExplainsTheReason(text: String, detail: String) {
        let problem = #expect(throws: Problem.self) { try EmailAddress(member: text) }
        #expect(problem.map { "\($0)".contains(detail) } == true, "\(String(describing: problem))")
    }
}
