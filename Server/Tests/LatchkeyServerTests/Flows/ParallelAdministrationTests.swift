import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension Flows {
    /// Two administrators who act on one account at the same time, each at another server.
    @Suite struct ParallelAdministrationTests {
        @Test(arguments: [["POST /suspend", "POST /grant"], ["DELETE ", "POST /suspend"]])
        func ofTwoConcurrentActsOneIsRejectedWithTheReason(_ acts: [String]) async throws {
            try await ServerUnderTest.run { first in
                try await ServerUnderTest.run(on: first.data) { second in
                    var administrators: [(server: ServerUnderTest, token: String)] = []
                    for (name, server) in zip(["ada", "zoe"], [first, second]) {
                        let session = try await server.signInWithPasscode("\(name)@example.com")
                        #expect(try await first.data.run(["users", "grant", "\(name)@example.com"]).status == 0)
                        administrators.append((server, session.accessToken))
                    }
                    for round in 0..<8 {
                        let invited = try await first.post(
                            PeopleController.path, #"{"email":"n\#(round)@example.com"}"#,
                            bearer: administrators[0].token)
                        let tag = try #require(invited.headers[.eTag])
                        let person = try "\(PeopleController.path)/\(invited.decode(Person.self).id)"
                        let responses = try await Self.send(acts, on: person, tag, by: administrators)
                        let rejected = responses.filter { $0.status >= 300 }
                        #expect(rejected.count == 1, "\(responses.map(\.text))")
                        // Removed, or changed.
                        let isGone = rejected.first?.status == 404
                        let sentence = isGone ? "may have been removed" : "Reload the account and try again."
                        #expect([404, 412].contains(rejected.first?.status))
                        #expect(rejected.first?.text.contains(sentence) == true, "\(rejected.map(\.text))")
                    }
                }
            }
        }

        private static func send(
            _ acts: [String], on person: String, _ tag: String,
            by administrators: [(server: ServerUnderTest, token: String)]
        ) async throws -> [TestResponse] {
            try await withThrowingTaskGroup(of: TestResponse.self) { group in
                for (act, administrator) in zip(acts, administrators) {
                    group.addTask {
                        let words = act.split(separator: " ", omittingEmptySubsequences: false)
                        return try await administrator.server.send(
                            String(words[0]), person + words[1], bearer: administrator.token,
                            headers: ["If-Match": tag])
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
    }
}

private struct Person: Decodable {
    let id: String
}
