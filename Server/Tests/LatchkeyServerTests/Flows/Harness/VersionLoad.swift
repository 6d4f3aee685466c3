import Foundation
import Synchronization
import Testing

@testable import LatchkeyServer

/// A load during changes of servers: owners verify, use the gate and read, and an attacker guesses at one account.
final class VersionLoad: Sendable {
    private struct State {
        /// By server and status.
        var responses: [String: [Int: Int]] = [:]
        /// Failed attempts by address: reported ones, and those without a response.
        var told: [String: Int] = [:]
        var unknown: [String: Int] = [:]
        /// The sessions of the owners, and those of the guesses.
        var owners: [String: String] = [:]
        var guessing: [String] = []
        var isOver = false
        var servers: [ServerUnderTest] = []
    }

    static let guessed = "guessed@example.com"

    private let state = Mutex(State())

    init(on server: ServerUnderTest) async throws {
        for number in 0..<3 {
            let email = "owner\(number)@example.com"
            let cookie = try await server.signInPageWithPasscode(email)
            state.withLock { $0.owners[email] = cookie }
        }
        let cookies = try await server.lockedPages(8, of: Self.guessed)
        state.withLock { $0.guessing = cookies }
    }

    /// Runs `body` while owners and guesses use the servers in turn.
    func run(on servers: [ServerUnderTest], _ body: () async throws -> Void) async throws {
        state.withLock { state in
            state.servers = servers
            state.responses = [:]
            state.isOver = false
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for email in state.withLock({ $0.owners.keys.sorted() }) {
                group.addTask { [self] in
                    var turn = 0
                    while !state.withLock({ $0.isOver }) {
                        try await work(email, servers[turn % servers.count])
                        turn += 1
                    }
                }
            }
            group.addTask { [self] in try await guess(servers) }
            defer { state.withLock { $0.isOver = true } }
            try await body()
            state.withLock { $0.isOver = true }
            try await group.waitForAll()
        }
        try expectResponses()
    }

    /// Waits until each server has sent some more responses.
    func waitForResponses() async throws {
        func counts() -> [Int] {
            state.withLock { state in
                state.servers.map { state.responses[$0.origin]?.values.reduce(0, +) ?? 0 }
            }
        }
        let before = counts()
        try await waitUntil("responses") { zip(before, counts()).allSatisfy { $0 + 15 <= $1 } }
    }

    private func expectResponses() throws {
        let responses = state.withLock { $0.responses }
        print("responses of mixed versions: \(responses.values.map { $0.sorted { $0.key < $1.key } })")
        for statuses in responses.values {
            #expect(Set(statuses.keys).isSubset(of: [200, 204, 403, 503]), "\(statuses)")
            #expect(statuses[503, default: 0] * 10 <= statuses.values.reduce(0, +), "\(statuses)")
        }
    }

    /// Sends a wrong and the correct passcode, and reads.
    private func work(_ email: String, _ server: ServerUnderTest) async throws {
        guard let cookie = state.withLock({ $0.owners[email] }) else { return }
        try await tryWrong(email, cookie, server)
        let right = note(try await server.verify(ServerUnderTest.passcode, cookie: cookie), server)
        let fresh = right.cookie ?? cookie
        state.withLock { $0.owners[email] = fresh }
        for path in ["gate", "sessions", "activity"] {
            _ = note(try await server.get("/api/auth/" + path, cookie: fresh), server)
        }
    }

    /// Sends guesses from three sessions, four each before a delay.
    private func guess(_ servers: [ServerUnderTest]) async throws {
        let cookies = state.withLock { state in
            let cookies = Array(state.guessing.prefix(3))
            state.guessing.removeFirst(cookies.count)
            return cookies
        }
        for (turn, cookie) in cookies.flatMap({ Array(repeating: $0, count: 4) }).enumerated() {
            let told = state.withLock { $0.told[Self.guessed, default: 0] }
            // The last failure blocks the passcode and ends its sessions.
            guard told < AttemptPolicy.perAccount else { return }
            try await tryWrong(Self.guessed, cookie, servers[turn % servers.count])
        }
    }

    private func tryWrong(_ email: String, _ cookie: String, _ server: ServerUnderTest) async throws {
        let response = note(try await server.verify(ServerUnderTest.wrongPasscode, cookie: cookie), server)
        state.withLock { state in
            if response.problem == "incorrect-passcode" { state.told[email, default: 0] += 1 }
            if response.status == 503 { state.unknown[email, default: 0] += 1 }
        }
    }

    private func note(_ response: TestResponse, _ server: ServerUnderTest) -> TestResponse {
        state.withLock { $0.responses[server.origin, default: [:]][response.status, default: 0] += 1 }
        return response
    }

    /// Expects that reported failures are recorded, within the budget.
    func check(_ probe: DatabaseProbe) throws {
        let (told, unknown) = state.withLock { ($0.told, $0.unknown) }
        for (email, told) in told {
            let failed = try probe.books(of: email).failedEvents
            #expect((told...told + unknown[email, default: 0]).contains(failed), "\(email)")
        }
        let guessed = told[Self.guessed, default: 0]
        #expect(guessed <= AttemptPolicy.perAccount)
        #expect(guessed + unknown[Self.guessed, default: 0] >= AttemptPolicy.perAccount)
        if guessed == AttemptPolicy.perAccount { #expect(try probe.books(of: Self.guessed).resetRequired) }
    }
}
