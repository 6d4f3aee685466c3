import Foundation
import HTTPTypes
import LatchkeyPasskeys
import Testing

@testable import LatchkeyServer

@Suite struct PublicURLTests {
    @Test(arguments: ["https://bücher.example", "https://xn--bcher-kva.example", "HTTPS://BÜCHER.example:443/"])
    func everySpellingOfAnInternationalHostIsPunycode(text: String) throws {
        let url = try #require(PublicURL(text))
        #expect(url.origin == "https://xn--bcher-kva.example")
        let party = try #require(RelyingParty(url))
        #expect(party.id == "xn--bcher-kva.example" && party.origin == url.origin)
        let origin = RequestOrigin(publicAddress: PublicAddress(url))
        #expect(origin.isSame([.origin: "https://xn--bcher-kva.example"]))
    }

    @Test(arguments: [
        "https://", "https://a b.example", "https://xn--a.example", "https://b%63.example", "https://ü;.example",
        "https://u@lock.example", "https://lock.example/x", "https://lock.example?x", "ftp://lock.example",
    ])
    func invalidPublicURLIsRejected(text: String) {
        #expect(PublicURL(text) == nil)
    }
}
