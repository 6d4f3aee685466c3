import NIOHTTP1
import Testing

@testable import LatchkeyServer

@Suite struct RequestHostTests {
    @Test(
        "V9 an invalid host is rejected",
        arguments: [
            "a:b:c", "a:80:80", "[::", "[::1", "::1", "::1]", "%zz", "%4", "a%", "127.0.0.1:abc", "127.0.0.1:8 0",
            ":80",
            "a.test, b.test", "a.test,b.test", "a@b.test", "a.test/x", "a b", "[]", "[127.0.0.1]", "[a.test]",
            "[::1]80",
            "[::1]:x", "[::1]]", "[fe80::1%25eth0]", "[v1.a]", "\u{e9}.test", "a.test?x", "a.test#x", "a[1]",
        ])
    func refused(_ host: String) {
        #expect(!RequestHost.isValid(Self.head(host)))
    }

    @Test(
        "a host, a host with port, and empty are valid",
        arguments: [
            "", "a.test", "a.test:80", "a.test:", "A-1.test", "127.0.0.1", "127.0.0.1:8080", "[::1]", "[::1]:8080",
            "[2001:DB8::1]:", "[::ffff:127.0.0.1]", "b%C3%BCcher.test", "a_b~c!$&'()*+;=d",
        ])
    func taken(_ host: String) {
        #expect(RequestHost.isValid(Self.head(host)))
    }

    private static func head(_ host: String) -> HTTPRequestHead {
        HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Host": host])
    }
}
