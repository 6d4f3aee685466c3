import Foundation
import HTTPTypes
import LatchkeyAPI
import NIOCore
import Testing

@testable import LatchkeyServer

@Suite struct MalformedBodyTests {
    private static let deep = String(repeating: "[", count: 2000) + String(repeating: "]", count: 2000)

    /// A body of verify, and the pointer in `errors`.
    private static let bodies: [(body: String, pointer: String)] = [
        ("{", ""), ("x", ""), ("[]", ""), (#"[{"passcode":"739105"}]"#, ""), ("null", ""), ("5", ""),
        (#""739105""#, ""), (#"{"passcode":"739105"} x"#, ""), (#"{'passcode':'739105'}"#, ""), (" ", ""),
        ("\u{0}", ""), ("{\"passcode\":\"73910\u{0}\"}", ""), ("{\"passcode\":\"739105\"}\u{0}", ""),
        (deep, ""), (#"{"passcode":\#(deep.dropLast(20))"#, ""),
        (#"{"passcode":"739105\ud800"}"#, ""),
        ("{}", "/passcode"), (#"{"Passcode":"739105"}"#, "/passcode"), (#"{"passcode":null}"#, "/passcode"),
        (#"{"passcode":739105}"#, "/passcode"), (#"{"passcode":["739105"]}"#, "/passcode"),
        (#"{"passcode":{"a":"739105"}}"#, "/passcode"), (#"{"passcode":true}"#, "/passcode"),
        (#"{"passcode":""}"#, "/passcode"), (#"{"passcode":"73910"}"#, "/passcode"),
        (#"{"passcode":"7391055"}"#, "/passcode"), (#"{"passcode":" 739105"}"#, "/passcode"),
        (#"{"passcode":"739105\n"}"#, "/passcode"), (#"{"passcode":"739 105"}"#, "/passcode"),
        (#"{"passcode":"٧٣٩١٠٥"}"#, "/passcode"), (#"{"passcode":"７３９１０５"}"#, "/passcode"),
        (#"{"passcode":"73910\u0000"}"#, "/passcode"), (#"{"passcode":"739105\u0000"}"#, "/passcode"),
        (#"{"passcode":"739105\u0301"}"#, "/passcode"), (#"{"passcode":"+73910"}"#, "/passcode"),
        (#"{"passcode":"0x1234"}"#, "/passcode"), (#"{"passcode":"739105\u200b"}"#, "/passcode"),
    ]

    @Test(
        "V9 ASVS-2.2.1 an invalid passcode is 400 with a pointer, unspent",
        arguments: bodies)
    func anInvalidPasscodeIs400WithAPointerUnspent(body: String, pointer: String) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let before = try await server.account()
            let response = try await server.post("/api/auth/verify-passcode", body, bearer: session.accessToken)
            let problem = try response.decode(Problem.self)
            #expect(response.status == 400)
            #expect(response.problem == "invalid-request")
            #expect(problem.errors?.map(\.pointer) == [pointer])
            #expect(!response.text.contains("739105"), "a body is not quoted")
            #expect(server.hasher.checks == 0)
            #expect(try await server.account() == before)
            #expect(try await server.storedSessions().first?.failures == 0)
        }
    }

    @Test("V9 invalid UTF-8 is 400 and spends nothing")
    func invalidUTF8Is400AndSpendsNothing() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            for bytes in [[0xFF], Array(#"{"passcode":""#.utf8) + [0xC0, 0xB7] + Array(#"39105"}"#.utf8)] as [[UInt8]] {
                let fields: HTTPFields = [
                    .contentType: "application/json", .authorization: "Bearer \(session.accessToken)",
                ]
                let response = try await server.client.execute(
                    .post, "/api/auth/verify-passcode", headers: fields, body: Data(bytes))
                #expect(response.status == 400)
            }
            #expect(server.hasher.checks == 0)
        }
    }

    @Test(
        "ASVS-1.5.2 ASVS-2.2.1 every call points to the invalid member",
        arguments: [
            ("/api/auth/magic-link", "{}", "/email"), ("/api/auth/magic-link", #"{"email":5}"#, "/email"),
            ("/api/auth/magic-link", #"{"email":null}"#, "/email"),
            ("/api/auth/magic-link", #"{"email":""}"#, "/email"),
            ("/api/auth/magic-link", #"{"email":"ann"}"#, "/email"),
            ("/api/auth/magic-link", #"{"email":"@b"}"#, "/email"),
            ("/api/auth/magic-link", #"{"email":"a@"}"#, "/email"),
            ("/api/auth/magic-link", #"{"email":"a@b@c"}"#, "/email"),
            ("/api/auth/magic-link", #"{"email":"a@b\r\nBcc: c@d"}"#, "/email"),
            ("/api/auth/magic-link", #"{"email":"a@b\u0000"}"#, "/email"),
            ("/api/auth/magic-link", #"{"email":"a b@c"}"#, "/email"),
            ("/api/auth/magic-link", #"{"email":"Ann <a@b>"}"#, "/email"),
            ("/api/auth/reset-passcode-request", "{}", "/email"),
            ("/api/auth/magic-link/verify", "{}", "/token"), ("/api/auth/magic-link/verify", #"{"token":5}"#, "/token"),
            ("/api/auth/magic-link/verify", #"{"email":"a@b"}"#, "/code"),
            ("/api/auth/magic-link/verify", #"{"code":"K7QF-2M9X"}"#, "/email"),
            ("/api/auth/magic-link/verify", #"{"token":"x","transport":"pigeon"}"#, "/transport"),
            ("/api/auth/magic-link/verify", #"{"token":"x","device_name":"a\u0000"}"#, "/device_name"),
            ("/api/auth/magic-link/verify", #"{"token":"x","device_name":"a\nb"}"#, "/device_name"),
            ("/api/auth/magic-link/verify", #"{"token":"x","device_name":5}"#, "/device_name"),
            (
                "/api/auth/magic-link/verify",
                #"{"token":"x","device_name":"12345678901234567890123456789012345678901"}"#, "/device_name"
            ),
            ("/api/auth/magic-link/verify", #"{"token":"x","time_zone":5}"#, "/time_zone"),
            ("/api/auth/refresh", "{}", "/refresh_token"),
            ("/api/auth/refresh", #"{"refresh_token":5}"#, "/refresh_token"),
            ("/api/auth/reset-passcode", #"{"token":"x"}"#, "/new_passcode"),
            ("/api/auth/reset-passcode", #"{"new_passcode":"580293"}"#, "/token"), ("/api/auth/disown", "{}", "/token"),
        ])
    func everyCallPointsToTheInvalidMember(_ path: String, _ body: String, _ pointer: String) async throws {
        try await TestServer.run { server in
            let response = try await server.post(path, body)
            #expect(response.problem == "invalid-request")
            #expect(try response.decode(Problem.self).errors?.map(\.pointer) == [pointer])
        }
    }

    @Test(arguments: [
        (#"{"passcode_enabled":"yes"}"#, "/passcode_enabled"), (#"{"passcode_enabled":1}"#, "/passcode_enabled"),
        (#"{"passcode_timeout_minutes":"5"}"#, "/passcode_timeout_minutes"),
        (#"{"language":5}"#, "/language"), (#"{"language":"xx"}"#, "/language"),
        (#"{"time_zone":5}"#, "/time_zone"), (#"{"time_zone":""}"#, "/time_zone"),
        (#"{"time_zone":"Europe/Atlantis"}"#, "/time_zone"),
        (#"{"passcode_enabled":false,"current_passcode":"1"}"#, "/current_passcode"),
        (#"{"passcode_enabled":false}"#, "/current_passcode"),
        (#"{"passcode_timeout_minutes":30}"#, "/current_passcode"),
    ])
    func invalidSettingsAreNamedAndChangeNothing(_ body: String, _ pointer: String) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let before = try await server.account()
            let response = try await server.changeSettings(body, session)
            #expect(response.problem == "invalid-request")
            #expect(try response.decode(Problem.self).errors?.map(\.pointer) == [pointer])
            #expect(try await server.account() == before)
            #expect(server.hasher.checks == 0)
        }
    }

    @Test(
        "ASVS-15.3.5 other numbers are not timeouts",
        arguments: ["5.5", "1e400", "-1", "0", "7", "99999999999999999999"])
    func otherNumbersAreNotTimeouts(_ minutes: String) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let before = try await server.account()
            let response = try await server.changeSettings(#"{"passcode_timeout_minutes":\#(minutes)}"#, session)
            #expect(["invalid-request", "invalid-timeout"].contains(response.problem))
            #expect(try await server.account() == before)
            #expect(server.hasher.checks == 0)
        }
    }

    @Test(
        "NIST-3.1.1.1-2 ASVS-2.2.2 a new passcode without six ASCII digits is weak",
        arguments: [
            "", "73910", "7391055", "٧٣٩١٠٥", "７３９１０５", #"73910\u0000"#, "abcdef",
        ])
    func aNewPasscodeWithoutSixASCIIDigitsIsWeak(_ passcode: String) async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            let response = try await server.set(#"{"passcode":"\#(passcode)"}"#, session)
            #expect(response.problem == "weak-passcode")
            #expect(try response.decode(Problem.self).reason == .format)
            #expect(try await server.account().passcodeHash == nil)
        }
    }

    @Test(arguments: [
        ("", 200), ("?limit=1", 200), ("?limit=200", 200), ("?limit=50&before=1", 200), ("?limit=0", 400),
        ("?limit=50&limit=50", 400), ("?limit=50&limi%74=1", 400), ("?before=9&before=1", 400),
        ("?limit=%2B1", 400),
        ("?limit=050", 400), ("?before=+1", 400), ("?before=%201", 400), ("?limit=50&limit", 400), ("?limit", 400),
        ("?limit=201", 400), ("?limit=-1", 400), ("?limit=x", 400), ("?limit=", 400), ("?limit=1.5", 400),
        ("?limit=99999999999999999999", 400), ("?before=x", 400), ("?before=0", 400), ("?before=-1", 400),
    ])
    func limitMustBeBetween1And200(_ query: String, _ status: Int) async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            let response = try await server.get("/api/auth/activity" + query, bearer: session.accessToken)
            #expect(response.status == status)
            #expect(response.problem == (status == 400 ? "invalid-request" : ""))
        }
    }
}
