import Foundation
import LatchkeyAPI
import Testing

/// The requests of the backend client; `Backend/test` has cases of its responses.
@Suite struct BackendClientTests {
    private func client(_ transport: ScriptedTransport) throws -> BackendClient {
        let server = try #require(ServerURL("https://lock.example.com/x"))
        return BackendClient(server: server, secret: "s", transport: transport)
    }

    @Test func introspectionPostsAnAuthenticatedFormWithATwoSecondTimeout() async throws {
        let answer = """
            {"active":true,"sub":"7","email":"a@b","acr":"urn:latchkey:passcode","auth_time":5,\
            "iss_sub":{"format":"iss_sub","iss":"https://i","sub":"p"}}
            """
        let transport = ScriptedTransport(.json(200, answer))
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
    func failedIntrospectionIsNotRepeated(_ answer: ScriptedTransport.Response) async throws {
        let transport = ScriptedTransport(answer)
        await #expect(throws: BackendRejection.unavailable) {
            try await client(transport).session(authorization: "Bearer T")
        }
        #expect(transport.requests.count == 1)
    }

    @Test func longestTokenHas4096Characters() async throws {
        for (length, rejection) in [(4096, BackendRejection.invalidToken), (4097, .noToken)] {
            let transport = ScriptedTransport(.json(200, #"{"active":false}"#))
            await #expect(throws: rejection) {
                try await client(transport).session(authorization: "Bearer " + String(repeating: "t", count: length))
            }
        }
    }
}
