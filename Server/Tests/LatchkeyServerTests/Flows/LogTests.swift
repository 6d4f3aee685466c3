import Testing

@testable import LatchkeyServer

extension Flows {
    @Suite struct LogTests {
        @Test(
            "ASVS-16.2.4 ASVS-16.3.2 ASVS-16.3.3 routine requests are logged only if rejected")
        func routineRequestsAreLoggedOnlyIfRejected() async throws {
            try await ServerUnderTest.run { server in
                let cookie = try await server.signInPageWithPasscode()
                #expect(try await server.get("/api/auth/gate", cookie: cookie).status == 204)
                #expect(try await server.get("/health/ready").status == 200)
                #expect(try await server.get("/api/auth/gate").status == 401)
                #expect(try await server.get("/api/auth/me", cookie: cookie).status == 200)
                // Lines appear in the order of the responses.
                try await waitUntil("line of the last request") { log(of: server).contains("path=/api/auth/me") }
                let lines = log(of: server).split(separator: "\n")
                #expect(lines.filter { $0.contains("path=/health/") }.isEmpty)
                let gate = lines.filter { $0.contains("path=/api/auth/gate") }
                #expect(gate.count == 1 && gate.allSatisfy { $0.contains("status=401") })
            }
        }

        @Test(.onSQLite)
        func aDatabaseOutageIsOneLogLine() async throws {
            try await ServerUnderTest.run { server in
                let cookie = try await server.signInPageWithPasscode()
                try await server.data.whileLocked("BEGIN EXCLUSIVE") {
                    for _ in 0..<3 {
                        let response = try await server.post("/api/auth/lock", cookie: cookie)
                        #expect(response.status == 503)
                    }
                }
                #expect(try await server.get("/api/auth/me", cookie: cookie).status == 200)
                try await waitUntil("line of the last request") { log(of: server).contains("path=/api/auth/me") }
                let lines = log(of: server).split(separator: "\n").filter { $0.contains("database does not respond") }
                #expect(lines.count == 1)
            }
        }

        @Test("ASVS-16.2.2 ASVS-16.4.1 a log line has time and zone, nothing from clients")
        func aLogLineHasTimeAndZoneNothingFromClients() async throws {
            try await ServerUnderTest.run { server in
                let response = try await server.send(
                    "GET", "/health/live%0aforged=1?x=%0d%0aforged",
                    headers: ["User-Agent": "forged", "X-Request-Id": "forged", "X-Forwarded-For": "forged"])
                #expect(response.status == 404)
                for query in ["in-place", "again&in-place", "next=/"] {
                    #expect(try await server.get("/lock?\(query)").status == 303)
                }
                #expect(try await server.get("/api/auth/me").status == 401)
                try await waitUntil("line of the last request") { log(of: server).contains("path=/api/auth/me") }
                let lines = log(of: server).split(separator: "\n").filter { $0.contains("path=") }
                #expect(lines.contains { $0.contains("status=404") })
                let beginning = #/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}[+-][0-9]{4} info /#
                #expect(lines.allSatisfy { $0.starts(with: beginning) })
                #expect(!log(of: server).contains("forged"))
                // A page's query is not logged either.
                #expect(lines.count { $0.contains("path=/lock ") } == 3)
            }
        }

        private func log(of server: ServerUnderTest) -> String { server.process.output + server.process.errors }
    }
}
