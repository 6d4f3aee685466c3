import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension Flows {
    @Suite struct CommandTests {
        @Test("migrate makes the database, and does it again without harm")
        func migrate() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                for _ in 0..<2 {
                    let result = try await run(["migrate"], on: data)
                    #expect(result.status == 0)
                    #expect(result.output.isEmpty && result.errors.isEmpty)
                }
                #expect(try data.look().count("users") == 0)
                try await ServerUnderTest.run(on: data) { server in
                    let result = try await run(["migrate"], on: data)
                    #expect(result.status == 0)
                    #expect(try await server.get("/health/ready").status == 200)
                }
            }
        }

        @Test("users add, list and remove work while a server runs that is closed to sign-up")
        func users() async throws {
            try await ServerUnderTest.run(settings: ["LATCHKEY_SIGN_UP": "closed"]) { server in
                let data = server.data
                #expect(try await run(["users", "list"], on: data).output.isEmpty)
                #expect(try await run(["users", "add", "Ann@Example.com"], on: data).status == 0)
                let again = try await run(["users", "add", "ann@example.com"], on: data)
                #expect(again.status != 0 && again.errors.contains("has an account already"))
                let malformed = try await run(["users", "add", "ann"], on: data)
                #expect(malformed.status != 0 && !malformed.errors.isEmpty)
                #expect(
                    try await run(["users", "list"], on: data).output
                        == "ann@example.com\tpasscode not set\ttimeout 15 min\n")
                let session = try await server.signInWithPasscode()
                #expect(try await run(["users", "list"], on: data).output.contains("passcode enabled"))
                #expect(try await run(["users", "remove", "ann@example.com"], on: data).status == 0)
                #expect(try await server.get("/api/auth/me", bearer: session.accessToken).status == 401)
                #expect(try await run(["users", "list"], on: data).output.isEmpty)
                let gone = try await run(["users", "remove", "ann@example.com"], on: data)
                #expect(gone.status != 0 && gone.errors.contains("has no account"))
            }
        }

        @Test("users list says whose mails come back, as the mail service reported it")
        func usersWithMailTrouble() async throws {
            try await ServerUnderTest.run(settings: ["LATCHKEY_WEBHOOK_SECRET": "hook"]) { server in
                _ = try await server.signIn()
                let answer = try await server.send(
                    "POST", "/webhooks/brevo",
                    #"{"event":"hard_bounce","email":"ann@example.com","ts_event":1700000000}"#,
                    headers: ["Authorization": "Basic eDpob29r"])
                #expect(answer.status == 204)
                #expect(
                    try await run(["users", "list"], on: server.data).output
                        == "ann@example.com\tpasscode not set\ttimeout 15 min"
                        + "\tmail bounced since 2023-11-14T22:13:20Z\n")
            }
        }

        @Test("A command with a wrong setting ends like serve does")
        func wrongSetting() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                for command in [["migrate"], ["users", "list"]] {
                    let result = try await run(command + ["--database-url", "mysql:x"], on: data)
                    #expect(result.status == 2)
                    #expect(result.errors.hasPrefix("latchkey-server: LATCHKEY_DATABASE_URL: "))
                    #expect(result.errors.split(separator: "\n").count == 1)
                }
            }
        }

        private func run(
            _ arguments: [String], on data: DataFolder
        ) async throws -> (status: Int32, output: String, errors: String) {
            let process = try ChildProcess(
                [ServerExecutable.find().path] + arguments, environment: ["LATCHKEY_DATA_DIR": data.folder.path],
                scratch: data.scratch)
            let exit = try? await process.exit()
            await process.kill9()
            return (exit?.status ?? -1, process.output, process.errors)
        }
    }
}
