import Foundation
import LatchkeyAPI
import Synchronization
import Testing

@testable import LatchkeyServer

extension Flows {
    /// Two servers on one database, one of them busy.
    @Suite(.serialized) struct TwoServersTests {
        /// The time limit of the flood, which sends 5,600 requests on a fast machine.
        private static let burst: Duration = .seconds(20)

        @Test("V9 a burst at one server blocks no passcode at another")
        func aBurstAtOneServerBlocksNoPasscodeAtAnother() async throws {
            // Each request has its own client address, because of the limits.
            let settings = ServerUnderTest.Start(settings: ["LATCHKEY_TRUSTED_PROXIES": "1"])
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                try await ServerUnderTest.run(on: data, settings) { busy in
                    try await ServerUnderTest.run(on: data, settings) { other in
                        let page = try await other.signInPageWithPasscode()
                        let flood = Flood(server: busy, until: .now + Self.burst)
                        let start = ContinuousClock.now
                        let asked = Task { try await flood.run() }
                        try await waitUntil("the burst") { flood.count > 100 }
                        var checks = 0
                        var cookie = page
                        while flood.isRunning {
                            let response = try await other.verify(ServerUnderTest.passcode, cookie: cookie)
                            #expect(response.status == 200, "\(response.text)")
                            cookie = response.cookie ?? cookie
                            checks += 1
                        }
                        let responses = try await asked.value
                        #expect(Set(responses.keys).isSubset(of: [202, 503]))
                        #expect(responses[202, default: 0] > responses[503, default: 0], "\(responses)")
                        #expect(checks >= 5)
                        #expect(try data.probe().books(of: "ann@example.com").accountFailures == 0)
                        let seconds = Double((ContinuousClock.now - start).milliseconds) / 1000
                        print("\(checks) checks during \(flood.count) requests in \(seconds) s")
                    }
                }
            }
        }
    }

    /// A flood of sign-in requests for many addresses from many clients.
    private final class Flood: Sendable {
        private static let connections = 64
        private static let most = 5_600

        private let server: ServerUnderTest
        private let end: ContinuousClock.Instant
        private let asked = Mutex(0)

        init(server: ServerUnderTest, until end: ContinuousClock.Instant) {
            self.server = server
            self.end = end
        }

        var count: Int { min(asked.withLock { $0 }, Self.most) }
        var isRunning: Bool { count < Self.most && ContinuousClock.now < end }

        /// Returns the number of responses by status.
        func run() async throws -> [Int: Int] {
            try await withThrowingTaskGroup(of: [Int: Int].self) { group in
                for _ in 0..<Self.connections {
                    group.addTask { [self] in
                        var statuses: [Int: Int] = [:]
                        while isRunning { statuses[try await ask(), default: 0] += 1 }
                        return statuses
                    }
                }
                return try await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
            }
        }

        private func ask() async throws -> Int {
            let number = asked.withLock { asked in
                asked += 1
                return asked
            }
            return try await server.send(
                "POST", "/api/auth/magic-link", #"{"email":"user\#(number)@example.com"}"#,
                headers: ["X-Forwarded-For": "10.1.\(number / 250).\(number % 250)"]
            ).status
        }
    }
}
