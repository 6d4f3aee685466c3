import Testing

@testable import LatchkeyServer

@Suite struct SMTPServerTests {
    @Test func anSMTPURLSetsHostPortLoginAndSecurity() throws {
        let plain = try #require(SMTPServer(url: "smtp://Mail.Example"))
        #expect(plain.host.text == "mail.example" && plain.port == 587 && plain.security == .startTLS)
        #expect(plain.login == nil && plain.caFile == nil && plain.address == "smtp://mail.example:587")
        let full = try #require(SMTPServer(url: "smtps://u%40x:p%3Aw%2F@mail.example:4650/?ca=/etc/my%20ca.pem"))
        #expect(full.port == 4650 && full.security == .tls && full.caFile == "/etc/my ca.pem")
        #expect(full.login?.user == "u@x" && full.login?.password == "p:w/")
        #expect(SMTPServer(url: "smtps://mail.example")?.port == 465)
        for host in ["localhost", "127.0.0.1", "[::1]"] {
            #expect(SMTPServer(url: "smtp://\(host):25?tls=none")?.security == SMTPServer.Security.none)
        }
        #expect(SMTPServer(url: "smtp://[::1]:25?tls=none")?.address == "smtp://[::1]:25")
        #expect(SMTPServer(url: "smtp://bücher.example")?.address == "smtp://xn--bcher-kva.example:587")
    }

    @Test(
        arguments: [
            ("https://Lock.example.com:8443", "", "lock.example.com", "lock.example.com"),
            ("https://bücher.example", "", "xn--bcher-kva.example", "xn--bcher-kva.example"),
            ("https://192.0.2.7", "", "[192.0.2.7]", "%5B192.0.2.7%5D"),
            ("https://[2001:db8::7]", "", "[IPv6:2001:db8::7]", "%5BIPv6:2001:db8::7%5D"),
            // The host is not a qualified name.
            ("http://localhost:8080", "", "[127.0.0.1]", "%5B127.0.0.1%5D"),
            ("https://lock", "", "[127.0.0.1]", "%5B127.0.0.1%5D"),
            (nil, "", "[127.0.0.1]", "%5B127.0.0.1%5D"),
            ("https://lock.example.com", "?ehlo=Relay.example.org", "relay.example.org", "relay.example.org"),
            (nil, "?ehlo=192.0.2.7", "[192.0.2.7]", "%5B192.0.2.7%5D"),
        ] as [(String?, String, String, String)])
    func ehloNameIsThePublicHostUnlessSet(publicURL: String?, option: String, name: String, path: String) throws {
        let url = publicURL.flatMap { PublicURL($0) }
        let server = try #require(SMTPServer(url: "smtp://mail.example\(option)", at: url))
        #expect(server.ehloName == name && server.url == "smtp://mail.example:587/\(path)")
    }

    @Test(arguments: [
        "smtp://", "smtp://mail.example?tls=none", "smtps://localhost?tls=none", "smtp://localhost?tls=maybe",
        "smtp://mail.example?tls=", "smtp://mail.example?insecure=1", "smtp://mail.example?ca=",
        "smtp://mail.example?ca=a&ca=b", "smtp://user@mail.example", "smtp://:p@mail.example",
        "smtp://u:p%0D%0Aq@mail.example", "smtp://mail.example/path", "smtp://mail.example#x",
        "smtp://mail.example:0", "smtp://mail.example:65536", "smtp://mail.example:x",
        "smtp://localhost.example?tls=none", "smtp://mail.example?ehlo=", "smtp://mail.example?ehlo=a%0D%0Ab",
        "smtp://mail.example?ehlo=a%20b", "smtp://mail.example?ehlo=a/b", "smtp://mail.example?ehlo=a&ehlo=b",
    ])
    func invalidSMTPURLsAndOptionsAreRejected(url: String) {
        #expect(SMTPServer(url: url) == nil)
    }

    @Test("V10 an SMTP login is redacted in printed configuration")
    func anSMTPLoginIsRedactedInPrintedConfiguration() throws {
        let server = try #require(SMTPServer(url: "smtp://ann:hunter2@mail.example"))
        var text = "\(server)"
        dump(server, to: &text)
        #expect(!text.contains("hunter2") && !text.contains("ann"))
    }
}
