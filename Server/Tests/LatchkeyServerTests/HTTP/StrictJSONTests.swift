import Foundation
import HTTPTypes
import LatchkeyAPI
import LatchkeyEncoding
import NIOCore
import Testing

@testable import LatchkeyServer

@Suite struct StrictJSONTests {
    /// Invalid values of members, or replacements of members.
    private static let wrongMembers: [String] = [
        #""x":[1,]"#, #""x":{"a":1,}"#, #""x":01"#, #""x":-01"#, #""x":1."#, #""x":.5"#, #""x":--1"#, #""x":+1"#,
        #""x":1e"#, #""x":0x1"#, #""x":NaN"#, #""x":-Infinity"#, #""x":-"#, #""x":tru"#, #""x":True"#, #""x":nil"#,
        #""x":"a"b"#, #""x":'a'"#, #""x":"\x41""#, #""x":"\u12g4""#, #""x":"\u12"#, #""x""#, #""x":"#, #"x:1"#,
        #""x" 1"#, #""x":1 2"#, #""x":/**/1"#, "\"x\":\"a\nb\"", "\"x\":\"a\tb\"", "\"x\":\"\u{0}\"", "", ",", ":",
        // RFC 8259 does not define these, so parsers could differ.
        #""x":"\ud800""#, #""x":"\udc00\ud800""#, #""x":"\ud800\u0041""#, #""x":1,"x":1"#, #""x":{"a":1,"\u0061":2}"#,
        #""x":"# + deep(64),
    ]

    private static let rightMembers: [String] = [
        #""x":[1,2]"#, #""x":0"#, #""x":-0.5e+10"#, #""x":1E400"#, #""x":123456789012345678901234567890"#,
        #""x":"\ud83d\ude00\u00e9\"\\\/\b\f\n\r\t""#, "\"x\" :\t\r\n [ ] ", #""x":{"a":{},"b":[{}]}"#,
        "\"\u{E9}\":1,\"e\u{301}\":2", "\"x\":\"\u{7F}\u{2028}\"", #""x":"# + deep(63),
    ]

    private static func deep(_ levels: Int) -> String {
        String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }

    /// Whole bodies of invalid JSON, derived from a valid one.
    private static func damaged(_ body: String) -> [Data] {
        let open = String(body.dropLast())
        var bodies = wrongMembers.map { Data((open + "," + $0 + "}").utf8) }
        for text in ["\(body)\u{0}", "\(body)x", "\(body){}", open, "\u{FEFF}\(body)"] {
            bodies.append(Data(text.utf8))
        }
        // Invalid UTF-8: an invalid byte, an overlong digit, half of a surrogate pair.
        for bytes in [[0xFF], [0xC0, 0xB7], [0xED, 0xA0, 0x80]] as [[UInt8]] {
            var text = Data((open + #","x":""#).utf8)
            text.append(contentsOf: bytes)
            text.append(contentsOf: Data(#""}"#.utf8))
            bodies.append(text)
        }
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian] {
            bodies.append(body.data(using: encoding) ?? Data())
        }
        return bodies
    }

    @Test(
        "ASVS-1.5.2 ASVS-1.5.3 ASVS-15.3.7 invalid or ambiguous JSON is rejected",
        arguments: damaged(#"{"a":1}"#))
    func invalidOrAmbiguousJSONIsRejected(_ body: Data) {
        #expect(!StrictJSON.accepts(body), "\(String(decoding: body, as: UTF8.self))")
    }

    @Test(
        arguments: rightMembers.map { #"{"a":1,\#($0)}"# } + [
            "{}", " [ ] ", "0", "\"\"", "true", "false", "null", " \t\r\n-1\n", deep(64),
        ])
    func jsonAllowedByRFC8259IsAccepted(_ text: String) {
        #expect(StrictJSON.accepts(Data(text.utf8)), "\(text)")
    }

    private static let calls: [(method: HTTPRequest.Method, path: String, body: String)] = [
        (.post, "/api/auth/magic-link", #"{"email":"ann@example.com"}"#),
        (.post, "/api/auth/magic-link/verify", #"{"token":"x"}"#),
        (.post, "/api/auth/magic-link/verify", #"{"token":"x","transport":"cookie"}"#),
        (.post, "/api/auth/refresh", #"{"refresh_token":"x"}"#),
        (.post, "/api/auth/set-passcode", #"{"passcode":"580293","current_passcode":"739105"}"#),
        (.post, "/api/auth/verify-passcode", #"{"passcode":"739105"}"#),
        (.patch, "/api/auth/passcode-settings", #"{"language":"fr"}"#),
        (.post, "/api/auth/reset-passcode-request", #"{"email":"ann@example.com"}"#),
        (.post, "/api/auth/reset-passcode", #"{"token":"x","new_passcode":"580293"}"#),
        (.post, "/api/auth/disown", #"{"token":"x"}"#),
        (.delete, "/api/auth/account", #"{"current_passcode":"739105"}"#),
        (.post, "/webhooks/postmark", #"{"RecordType":"Open"}"#),
        (.post, "/webhooks/brevo", #"{"event":"opened"}"#),
    ]

    @Test("V9 every call rejects invalid JSON without an effect", arguments: calls)
    func everyCallRejectsInvalidJSONWithoutAnEffect(_ method: HTTPRequest.Method, _ path: String, _ body: String)
        async throws
    {
        try await TestServer.run(environment: ["LATCHKEY_WEBHOOK_SECRET": CallerSecret.webhook]) { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.takeEmails(to: "ann@example.com")
            let before = try await server.account()
            let authorization =
                path.hasPrefix("/webhooks") ? CallerSecret.login(CallerSecret.webhook) : "Bearer \(session.accessToken)"
            for bytes in Self.damaged(body) {
                let fields: HTTPFields = [.contentType: "application/json", .authorization: authorization]
                let response = try await server.client.execute(method, path, headers: fields, body: Data(bytes))
                #expect(response.problem == "invalid-request", "\(String(decoding: bytes, as: UTF8.self))")
            }
            #expect(try await server.account() == before)
            #expect(server.hasher.checks == 0)
            #expect(try await server.takeEmails(to: "ann@example.com").isEmpty)
        }
    }

    @Test(arguments: rightMembers)
    func unknownMembersAreIgnoredRegardlessOfTheirValue(_ member: String) async throws {
        try await TestServer.run { server in
            let response = try await server.post("/api/auth/magic-link", #"{"email":"ann@example.com",\#(member)}"#)
            #expect(response.status == 202)
        }
    }
}
