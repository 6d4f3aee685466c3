import Testing

@testable import LatchkeyServer

@Suite struct ProxyHeadersTests {
    private static let arrivals: [(lines: [String], proxies: Int)] = [
        ([], 0), ([""], 0), (["192.0.2.1"], 0),
        (["192.0.2.1, 198.51.100.7"], 1), (["192.0.2.1", "198.51.100.7"], 1), (["198.51.100.7"], 1),
        (["192.0.2.1,198.51.100.7,10.0.0.1"], 2), (["198.51.100.7, 10.0.0.1"], 2),
        (["192.0.2.1, 192.0.2.1, 198.51.100.7"], 1),
    ]

    @Test(
        "V11 proxies are counted by their appended header entries",
        arguments: arrivals)
    func proxiesAreCountedByTheirAppendedHeaderEntries(lines: [String], proxies: Int) {
        #expect(ProxyHeaders(lines: lines).proxies == proxies)
    }

    @Test("V11 one proxy too few or too many is a failure")
    func oneProxyTooFewOrTooManyIsAFailure() throws {
        let address = try #require(PublicURL("https://lock.example.com"))
        let headers = ProxyHeaders(lines: ["192.0.2.1, 198.51.100.7"])
        #expect(headers.finding(trusted: 1, address).status == .fine)
        for trusted in [0, 2] {
            let finding = headers.finding(trusted: trusted, address)
            #expect(finding.status == .failure)
            #expect(finding.advice == "set LATCHKEY_TRUSTED_PROXIES to 1")
        }
        #expect(headers.finding(trusted: 0, address).text.contains("clients can forge their address") == false)
        #expect(headers.finding(trusted: 2, address).text.contains("clients can forge their address"))
        #expect(ProxyHeaders(lines: ["192.0.2.1"]).finding(trusted: 1, address).status == .failure)
    }

    @Test func aResponseOfAnotherServerIsAFailure() throws {
        let address = try #require(PublicURL("https://lock.example.com"))
        #expect(ProxyProbe.Outcome.elsewhere(status: 200).finding(trusted: 1, address).status == .failure)
        #expect(ProxyProbe.Outcome.portTaken(status: 502).finding(trusted: 1, address).status == .failure)
        #expect(ProxyProbe.Outcome.portTaken(status: 200).finding(trusted: 1, address).status == .fine)
        #expect(ProxyProbe.Outcome.unreachable(reason: "x").finding(trusted: 1, address).status == .warning)
    }

    @Test func anAddressWithoutTLSIsAWarningExceptLoopback() throws {
        let headers = ProxyHeaders(lines: ["198.51.100.7"])
        for (text, status) in [
            ("http://lock.example.com", Finding.Status.warning), ("http://localhost:8080", .fine),
            ("https://lock.example.com", .fine),
        ] {
            let finding = ProxyProbe.Outcome.arrived(headers).finding(trusted: 1, try #require(PublicURL(text)))
            #expect(finding.status == status, "\(text)")
        }
    }
}
