import Testing

@testable import LatchkeyServer

@Suite struct ClientNetworkTests {
    @Test(
        "V9 a client network is an IPv4 address or IPv6 /64",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:db8::1", "2001:db8:0:0::/64"),
            ("2001:db8:0:0:1:2:3:4", "2001:db8:0:0::/64"), ("2001:0DB8:0:1::", "2001:db8:0:1::/64"),
            ("fe80::1", "fe80:0:0:0::/64"), ("::1", "0:0:0:0::/64"), ("no address", "no address"), ("", ""),
        ])
    func clientNetworkIsAnAddressOrAPrefix(_ ip: String, _ network: String) {
        #expect(ClientNetwork(ip: ip).text == network)
    }

    @Test(
        "V9 networks of an IPv6 site share 48 bits",
        arguments: [
            ("2001:db8:0:1::1", "2001:db8:0:ffff::1", true), ("2001:db8::", "2001:db8::", true),
            ("2001:db8:0:1::1", "2001:db8:1:1::1", false), ("2001:db8:1:1::1", "2001:db8:10:1::1", false),
            ("2001:db8:1f::", "2001:db8:1::", false), ("2001:db8::", "192.0.2.1", false),
        ])
    func networksOfAnIPv6SiteShare48Bits(_ ip: String, _ other: String, _ isSame: Bool) {
        #expect(ClientNetwork(ip: ip).site?.contains(ClientNetwork(ip: other).text) == isSame)
        #expect(ClientNetwork(ip: "::ffff:192.0.2.1").site == nil && ClientNetwork(ip: "no address").site == nil)
    }
}
