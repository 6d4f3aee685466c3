import Foundation
import HTTPTypes
import LatchkeyAPI
import NIOCore
import Testing

@testable import LatchkeyServer

/// Responses of the gate and introspection without the framework.
@Suite struct DirectGateTests {
    private static let secret = "a-secret-of-the-backend"
    private static let basic = "Basic " + Data("backend:\(secret)".utf8).base64EncodedString()

    private func request(
        _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path, headerFields: fields)
    }

    @Test func directResponsesEqualTheFrameworks() async throws {
        try await TestServer.run(environment: ["LATCHKEY_INTROSPECTION_SECRET": Self.secret]) { server in
            let session = try await server.signInWithPasscode()
            let cookie = try await server.signInPageWithPasscode("bob@example.com")
            let bearer: HTTPFields = [.authorization: "Bearer \(session.accessToken)"]
            let form: HTTPFields = [
                .authorization: Self.basic, .contentType: "application/x-www-form-urlencoded",
            ]
            let requests = [
                (request(.get, "/api/auth/gate", bearer), ""),
                (request(.get, "/api/auth/gate?max_age=60&activity=none", bearer), ""),
                (request(.get, "/api/auth/gate", [.cookie: "\(SessionCookie.name)=\(cookie)"]), ""),
                (request(.post, "/api/auth/introspect", form), "token=\(session.accessToken)&activity=any"),
                (request(.post, "/api/auth/introspect", form), "token=\(cookie)"),
            ]
            let direct = try #require(server.parts.directResponder)
            let framework = InProcessClient(server.parts.router, direct: nil, logger: server.dependencies.logger)
            for (head, body) in requests {
                let found = try #require(await direct.response(to: head, body: ByteBuffer(string: body)))
                let expected = try await framework.execute(
                    head.method, head.path ?? "", headers: head.headerFields, body: Data(body.utf8))
                #expect(found.head.status.code == expected.status)
                #expect(found.body.map { Data($0.readableBytesView) } ?? Data() == expected.body)
                #expect(shared(found.head.headerFields) == shared(expected.headers))
            }
        }
    }

    @Test(
        "V6 V13 only the framework rejects requests",
        arguments: [
            ("/api/auth/gate", "Bearer x"), ("/api/auth/gate?max_age=0", nil), ("/api/auth/gate?activity=x", nil),
        ] as [(String, String?)])
    func onlyTheFrameworkRejects(path: String, authorization: String?) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let direct = try #require(server.parts.directResponder)
            let head = request(.get, path, [.authorization: authorization ?? "Bearer \(session.accessToken)"])
            server.clock.advance(by: .milliseconds(1))
            #expect(await direct.response(to: head, body: ByteBuffer()) == nil)
            let open = request(.get, "/api/auth/gate", [.authorization: "Bearer \(session.accessToken)"])
            #expect(await direct.response(to: open, body: ByteBuffer()) != nil)
            server.clock.advance(by: .minutes(15) - .milliseconds(1))
            #expect(await direct.response(to: open, body: ByteBuffer()) == nil)
        }
    }

    @Test func developmentHasNoDirectResponses() async throws {
        try await TestServer.run(environment: ["LATCHKEY_DEV": "1"]) { server in
            #expect(server.parts.directResponder == nil)
        }
    }

    /// Without the fields that the framework adds or counts after its router.
    private func shared(_ fields: HTTPFields) -> HTTPFields {
        var fields = fields
        for name in [HTTPField.Name.date, .contentLength] { fields[name] = nil }
        return fields
    }
}
