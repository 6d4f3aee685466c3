import Foundation
import LatchkeyAPI
import Testing

/// The requests of the backend client; `Backend/test` has cases of its responses.
@Suite struct BackendClientTests {
    private static let open = #"{"active":true,"sub":"7"}"#

    private func client(_ transport: ScriptedTransport, secret: String = "s") throws -> BackendClient {
        let server = try #require(ServerURL("https://lock.example.com/x"))
        return try #require(BackendClient(server: server, secret: secret, transport: transport))
    }

    @Test func introspectionPostsAnAuthenticatedFormWithATwoSecondTimeout() async throws {
        let response = """
            {"active":true,"sub":"7","email":"a@b","acr":"urn:latchkey:passcode","auth_time":5,\
            "iss_sub":{"format":"iss_sub","iss":"https://i","sub":"p"}}
            """
        let transport = ScriptedTransport(.json(200, response))
        let session = try await client(transport).session(authorization: "bearer  T+/=", activity: .none)
        let request = try #require(transport.requests.first)
        #expect(request.method == .post && request.timeout == .seconds(2))
        #expect(request.url.absoluteString == "https://lock.example.com/x/api/auth/introspect")
        #expect(request.headers["Authorization"] == "Basic YmFja2VuZDpz")
        #expect(request.body == Data("token=T%2B%2F%3D&activity=none".utf8))
        #expect(session.userID == "7" && session.email == "a@b" && session.passcodeTime == 5)
        #expect(session.identity?.subject == "p")
    }

    @Test(arguments: [
        ScriptedTransport.Response.failure(.notConnected), .failure(.timedOut), .status(503), .status(302),
    ])
    func failedIntrospectionIsNotRepeated(_ response: ScriptedTransport.Response) async throws {
        let transport = ScriptedTransport(response)
        let latchkey = try client(transport)
        await #expect(throws: BackendRejection.unavailable) { try await latchkey.session(authorization: "Bearer T") }
        #expect(transport.requests.count == 1)
    }

    @Test func longestTokenHas4096Characters() async throws {
        for (length, rejection) in [(4096, BackendRejection.invalidToken), (4097, .noToken)] {
            let latchkey = try client(ScriptedTransport(.json(200, #"{"active":false}"#)))
            await #expect(throws: rejection) {
                try await latchkey.session(authorization: "Bearer " + String(repeating: "t", count: length))
            }
        }
    }

    @Test func secretIsRequiredAndSentAsABasicCredential() async throws {
        let cases = try BackendCases.load()
        for (secret, credential) in cases.acceptedSecrets {
            let transport = ScriptedTransport(.json(200, Self.open))
            _ = try await client(transport, secret: secret).session(authorization: "Bearer t")
            #expect(transport.requests.first?.headers["Authorization"] == "Basic " + credential, "\(secret)")
        }
        let server = try #require(ServerURL("https://lock.example.com/x"))
        for secret in cases.rejectedSecrets {
            #expect(BackendClient(server: server, secret: secret, transport: ScriptedTransport(.status(503))) == nil)
        }
    }

    @Test func onlyABearerTokenIsIntrospected() async throws {
        let cases = try BackendCases.load()
        for (header, token) in cases.acceptedAuthorizations {
            let transport = ScriptedTransport(.json(200, Self.open))
            _ = try await client(transport).session(authorization: header)
            let form = String(decoding: transport.requests.first?.body ?? Data(), as: UTF8.self)
            #expect(form.removingPercentEncoding == "token=\(token)&activity=any", "\(header)")
        }
        for header in cases.rejectedAuthorizations {
            let transport = ScriptedTransport(.json(200, Self.open))
            let latchkey = try client(transport)
            await #expect(throws: BackendRejection.noToken, "\(header)") {
                try await latchkey.session(authorization: header)
            }
            #expect(transport.requests.isEmpty, "\(header)")
        }
    }

    @Test(arguments: ["utf-8 with a mark", "utf-16", "utf-16 with a mark", "utf-32", "invalid utf-8"])
    func bodyInAnotherEncodingThanUTF8OpensNoSession(_ encoding: String) async throws {
        let body: Data? =
            switch encoding {
            case "utf-8 with a mark": Data([0xef, 0xbb, 0xbf]) + Data(Self.open.utf8)
            case "utf-16": Self.open.data(using: .utf16LittleEndian)
            case "utf-16 with a mark": Self.open.data(using: .utf16)
            case "utf-32": Self.open.data(using: .utf32BigEndian)
            default: Data(#"{"active":true,"sub":"7","x":""#.utf8) + Data([0xff]) + Data(#""}"#.utf8)
            }
        let received = TransportResponse(status: 200, headers: [:], body: try #require(body))
        let latchkey = try client(ScriptedTransport(.success(received)))
        await #expect(throws: BackendRejection.unavailable) { try await latchkey.session(authorization: "Bearer t") }
    }
}
