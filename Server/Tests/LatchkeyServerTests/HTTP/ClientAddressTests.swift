import HTTPTypes
import Testing

@testable import LatchkeyServer

@Suite struct ClientAddressTests {
    private func address(_ proxies: Int, _ lines: String...) -> String? {
        var fields = HTTPFields()
        for line in lines { fields.append(HTTPField(name: .xForwardedFor, value: line)) }
        return ClientAddress(trustedProxies: proxies).of(fields, connection: "127.0.0.1")
    }

    @Test("V11 without trusted proxies the header is ignored")
    func withoutTrustedProxiesTheHeaderIsIgnored() {
        #expect(address(0, "192.0.2.1") == "127.0.0.1")
        #expect(address(0) == "127.0.0.1")
    }

    @Test("V11 ASVS-4.1.3 ASVS-15.3.4 the n-th entry from the right is used across lines")
    func entriesAreCountedFromTheRightAcrossLines() {
        #expect(address(1, "198.51.100.7, 192.0.2.1") == "192.0.2.1")
        #expect(address(2, "203.0.113.9,198.51.100.7 , 192.0.2.1") == "198.51.100.7")
        #expect(address(2, "203.0.113.9", "198.51.100.7", "192.0.2.1") == "198.51.100.7")
        #expect(address(3, "203.0.113.9,198.51.100.7", "192.0.2.1") == "203.0.113.9")
    }

    @Test("V11 with too few entries the connection's address is used")
    func withTooFewEntriesTheConnectionsAddressIsUsed() {
        #expect(address(1) == "127.0.0.1")
        #expect(address(2, "192.0.2.1") == "127.0.0.1")
        #expect(address(16, "192.0.2.1, 192.0.2.2") == "127.0.0.1")
    }

    @Test("V11 an address is read with or without a port")
    func anAddressIsReadWithOrWithoutAPort() {
        #expect(address(1, "192.0.2.1:4711") == "192.0.2.1")
        #expect(address(1, "2001:DB8:0:0::1") == "2001:db8::1")
        #expect(address(1, "[2001:db8::1]:4711") == "2001:db8::1")
        #expect(address(1, "[2001:db8::1]") == "2001:db8::1")
    }

    @Test(
        "V11 an invalid address is replaced by the connection's",
        arguments: [
            "", " ", ",", "unknown", "_hidden", "192.0.2.256", "192.0.2", "192.0.2.1,", "192.0.2.1 x\u{0}", "[", "[]",
            "[]:1", ":", "::1::", "1:2", "ä", "\"192.0.2.1\"", "http://192.0.2.1", "[192.0.2.1",
            "' OR 1=1", String(repeating: "1,", count: 3000), String(repeating: ":", count: 4000),
        ])
    func anInvalidAddressIsReplacedByTheConnections(line: String) {
        #expect(address(1, line) == "127.0.0.1")
        #expect(address(1, "192.0.2.1", line) == "127.0.0.1")
    }

    @Test("V11 an entry is found in a header of any length")
    func anEntryIsFoundInAHeaderOfAnyLength() {
        let long = String(repeating: "198.51.100.7, ", count: 5000)
        #expect(address(1, long + "192.0.2.1") == "192.0.2.1")
        #expect(address(2, long + "192.0.2.1, 203.0.113.9") == "192.0.2.1")
        #expect(address(1, String(repeating: "x", count: 70_000) + ",192.0.2.1") == "192.0.2.1")
        #expect(address(2, long, "192.0.2.1", "203.0.113.9") == "192.0.2.1")
        #expect(address(16, String(repeating: "1.1.1.1,", count: 15) + "1.1.1.1") == "1.1.1.1")
        #expect(address(16, "192.0.2.1," + String(repeating: "1.1.1.1,", count: 14) + "1.1.1.1") == "192.0.2.1")
    }

    @Test("V11 entries left of the trusted one are ignored")
    func entriesLeftOfTheTrustedOneAreIgnored() {
        #expect(address(1, "ä, \u{7F}, [::, 192.0.2.1") == "192.0.2.1")
    }
}
