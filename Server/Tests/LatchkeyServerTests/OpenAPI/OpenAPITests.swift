import Foundation
import HTTPTypes
import IdentityTestSupport
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Compares the document with the routes; schemathesis compares responses with the document (`scripts/check-api`).
@Suite struct OpenAPITests {
    @Test("ASVS-6.3.4 routes and the document's paths are the same")
    func routesAndTheDocumentsPathsAreTheSame() async throws {
        let environment = [
            "LATCHKEY_WEBHOOK_SECRET": CallerSecret.webhook,
            "LATCHKEY_INTROSPECTION_SECRET": CallerSecret.introspection,
        ]
        try await TestServer.runWithProvider(environment) { server, _ in
            let document = try await server.get("/openapi.yaml")
            #expect(document.status == 200 && document.headers[.contentType] == "application/yaml")
            let routes = Set(server.parts.endpoints.map { "\($0.method.rawValue) \($0.path)" })
            #expect(routes.count == server.parts.endpoints.count)
            #expect(try Self.operations(in: document.text) == routes)
        }
    }

    @Test func disabledOperationsDocumentA404Response() async throws {
        try await TestServer.run(environment: ["LATCHKEY_PUBLIC_URL": "http://127.0.0.1:8080"]) { server in
            let text = try await server.get("/openapi.yaml").text
            let paths = Set(server.parts.endpoints.map(\.path))
            let absent = try Self.operations(in: text).map { $0.split(separator: " ").map(String.init) }
                .filter { !paths.contains($0[1]) }
            #expect(Set(absent.map { $0[1] }).isSuperset(of: Self.optional))
            for operation in absent {
                let responses = try #require(Self.operation(operation[0], operation[1], in: text))
                #expect(responses.contains(#""404":"#) || responses.contains("*webhookResponses"), "\(operation)")
            }
        }
    }

    private static let optional: Set = [
        "/api/auth/introspect", "/api/auth/passkeys/{id}", "/api/auth/token-sign-in", "/webhooks/postmark",
    ]

    @Test func theDocumentNamesAllKindsOfProblemsAndEvents() async throws {
        try await TestServer.run { server in
            let text = try await server.get("/openapi.yaml").text
            let problems = text.matches(of: /\n +- \/problems\/([a-z-]+)/).map { String($0.1) }
            #expect(problems == ProblemType.allCases.map(\.rawValue))
            for kind in ActivityKind.allCases { #expect(text.contains("- \(kind.rawValue)\n"), "\(kind)") }
        }
    }

    @Test("ASVS-8.2.1 the document and the routes agree on required sessions")
    func theDocumentAndTheRoutesAgreeOnRequiredSessions() async throws {
        try await TestServer.run { server in
            let text = try await server.get("/openapi.yaml").text
            for endpoint in server.parts.endpoints where endpoint.path.hasPrefix("/api/") {
                let operation = try #require(Self.operation(endpoint.method.rawValue, endpoint.path, in: text))
                let needsSession = operation.contains("security: [{ bearer: [] }, { cookie: [] }]\n")
                switch endpoint.handler {
                case .session(let requirement, _):
                    #expect(needsSession, "\(endpoint.path)")
                    #expect(operation.contains(#""401":"#))
                    #expect(
                        operation.contains(#""423":"#) == (requirement != .live) || endpoint.path.contains("verify"))
                    #expect(operation.contains(#""403":"#) || requirement != .ready, "\(endpoint.path)")
                case .open: #expect(!needsSession, "\(endpoint.path)")
                case .anonymous:
                    let paths = [
                        "gate", "introspect", "backchannel-logout", "sign-in-ways", "unlock/evaluate", "unlock/finish",
                    ]
                    #expect(paths.contains { endpoint.path == "/api/auth/" + $0 })
                }
            }
        }
    }

    /// The document has one layout: a path is indented by two spaces, a method by four.
    private static func operations(in text: String) throws -> Set<String> {
        var operations: Set<String> = []
        var path = ""
        for line in try paths(in: text).split(separator: "\n") {
            if let match = line.wholeMatch(of: #/  (/[^ ]*):/#) { path = String(match.1) }
            if let match = line.prefixMatch(of: #/    ([a-z]+):/#) {
                #expect(operations.insert("\(match.1.uppercased()) \(path)").inserted)
            }
        }
        return operations
    }

    private static func paths(in text: String) throws -> Substring {
        let start = try #require(text.range(of: "\npaths:\n"))
        let end = try #require(text.range(of: "\ncomponents:\n"))
        return text[start.upperBound..<end.lowerBound]
    }

    private static func operation(_ method: String, _ path: String, in text: String) -> Substring? {
        guard let path = text.range(of: "\n  \(path):\n") else { return nil }
        let rest = text[path.upperBound...]
        let item = rest.firstRange(of: "\n  /").map { rest[..<$0.lowerBound] } ?? rest
        guard let method = item.range(of: "    \(method.lowercased()):\n") else { return nil }
        let operation = item[method.upperBound...]
        return operation.firstMatch(of: /\n    [a-z]+:\n/).map { operation[..<$0.range.lowerBound] } ?? operation
    }
}
