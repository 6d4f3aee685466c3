import Testing

@testable import LatchkeyServer

@Suite struct OpaqueTokenTests {
    @Test(
        """
        V5 NIST-5.1-10 NIST-5.1.1-8 NIST-5.1.1-9 ASVS-6.5.3 ASVS-7.2.3 ASVS-11.5.1 a token is 256 random bits in 43 \
        characters
        """)
    func tokensAreRandomBits() {
        let random = ScriptedRandomSource([0xfb, 0xff, 0xfe])
        let token = OpaqueToken.make(from: random)
        #expect(random.requested == [32])
        #expect(token.text == String(repeating: "-__-", count: 10) + "-_8")
    }

    @Test func systemTokensDiffer() {
        let tokens = (0..<100).map { _ in OpaqueToken.make(from: SystemRandomSource()).text }
        #expect(Set(tokens).count == 100)
        #expect(tokens.allSatisfy { OpaqueToken($0)?.text == $0 })
    }

    @Test func malformedTokensAreRejected() {
        let text = String(repeating: "A", count: 42)
        #expect(OpaqueToken(text + "A") != nil)
        #expect(OpaqueToken(text) == nil)
        #expect(OpaqueToken(text + "AA") == nil)
        #expect(OpaqueToken(text + "B") == nil, "a stray bit after the 256th")
        for character in ["+", "/", "=", " ", "\n", "é", "\0"] {
            #expect(OpaqueToken(character + text) == nil)
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 32])
    func theRandomSourceReturnsTheRequestedNumberOfBytes(_ count: Int) {
        #expect(SystemRandomSource().bytes(count).count == count)
    }

    @Test func systemRandomBytesDoNotRepeat() {
        let bytes = SystemRandomSource().bytes(4096)
        #expect(Set(bytes).count > 200)
        let blocks: [ArraySlice<UInt8>] = (0..<512).map { bytes[($0 * 8)...].prefix(8) }
        #expect(Set(blocks).count == 512)
    }
}
