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
    func anInvalidHostIsRejected(_ host: String) {
        #expect(!RequestHost.isValid(Self.head(host)))
    }

    @Test(arguments: [
        "", "a.test", "a.test:80", "a.test:", "A-1.test", "127.0.0.1", "127.0.0.1:8080", "[::1]", "[::1]:8080",
        "[2001:DB8::1]:", "[::ffff:127.0.0.1]", "b%C3%BCcher.test", "a_b~c!$&'()*+;=d",
    ])
    func emptyHostAndHostWithPortAreValid(_ host: String) {
        #expect(RequestHost.isValid(Self.head(host)))
    }

    @Test(arguments: [
        (HTTPVersion.http1_1, 0, false), (.http1_1, 1, true), (.http1_1, 2, false),
        (.http1_0, 0, true), (.http1_0, 1, true), (.http1_0, 2, false),
    ])
    func onlyHTTP10MayOmitTheSingleHostHeader(_ version: HTTPVersion, _ count: Int, _ isValid: Bool) {
        let headers = HTTPHeaders(Array(repeating: ("host", "a.test"), count: count))
        let head = HTTPRequestHead(version: version, method: .GET, uri: "/", headers: headers)
        #expect(RequestHost.isValid(head) == isValid)
    }

    private static func head(_ host: String) -> HTTPRequestHead {
        HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Host": host])
    }
}
