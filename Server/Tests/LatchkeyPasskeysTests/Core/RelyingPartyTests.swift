import LatchkeyPasskeys
import Testing

struct RelyingPartyTests {
    @Test(
        arguments: [
            ("lock.example", "https://lock.example"), ("lock.example", "https://lock.example:8443"),
            ("a.b.lock.example", "https://a.b.lock.example"), ("intranet", "https://intranet"),
            ("xn--bcher-kva.example", "https://xn--bcher-kva.example"), ("my_host.example", "https://my_host.example"),
            ("1.example", "https://1.example"), ("0xg", "https://0xg"), ("1e9", "https://1e9"),
            ("localhost", "http://localhost"), ("localhost", "http://localhost:8080"),
            ("localhost", "https://localhost"), ("app.localhost", "http://app.localhost:8080"),
        ])
    func hostNameWithASecureOriginHasPasskeys(_ host: String, _ origin: String) throws {
        let party = try #require(RelyingParty(host: host, origin: origin))
        #expect(party.id == host)
        #expect(party.origin == origin)
    }

    @Test(arguments: [
        "127.0.0.1", "10.0.0.1", "::1", "[::1]", "2130706433", "0x7f000001", "0x", "127.1", "lock.0x1f", "lock.1", "",
        ".", "lock..example", "lock.example.", ".lock.example", "Lock.example", "lock.exämple", "lock example",
        "lock.example\0", "lock.example/", "lock.example:80", "lock%2eexample", "*.example",
        String(repeating: "a", count: 64) + ".example", Array(repeating: "abc", count: 64).joined(separator: "."),
    ])
    func ipAddressOrInvalidHostNameHasNoPasskeys(_ host: String) {
        #expect(RelyingParty(host: host, origin: "https://\(host)") == nil)
        #expect(RelyingParty(host: host, origin: "http://\(host)") == nil)
    }

    @Test(arguments: [
        ("lock.example", "http://lock.example"), ("lock.example", "http://lock.example:8080"),
        ("notlocalhost", "http://notlocalhost"), ("localhost.example", "http://localhost.example"),
        ("lock.example", "https://other.example"), ("lock.example", "https://lock.example.evil.example"),
        ("lock.example", "https://lock.example/"), ("lock.example", "https://lock.example:"),
        ("lock.example", "https://lock.example:80a"), ("lock.example", "https://lock.example:123456"),
        ("lock.example", "https://a@lock.example"), ("lock.example", "lock.example"), ("lock.example", ""),
        ("lock.example", "HTTPS://lock.example"), ("localhost", "ftp://localhost"),
    ])
    func insecureAndForeignOriginsHaveNoPasskeys(_ host: String, _ origin: String) {
        #expect(RelyingParty(host: host, origin: origin) == nil)
    }
}
