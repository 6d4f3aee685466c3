import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// The rate limits of code exchanges with the provider.
@Suite struct ProviderExchangeLimiterTests {
    private let limiter = ProviderExchangeLimiter()

    /// Returns the problem of one exchange; nil if it ran.
    private func rejection(
        of ip: String, at now: ContinuousClock.Instant = .now, _ work: () async -> Void = {}
    ) async throws -> ProblemType? {
        do {
            try await limiter.run(for: ClientInfo(ip: ip), at: now, work)
            return nil
        } catch let problem as Problem {
            return problem.kind
        }
    }

    /// Returns the problems of exchanges of `others` while each of `ips` has one in progress.
    private func rejections(of others: [String], during ips: ArraySlice<String>) async throws -> [ProblemType?] {
        guard let ip = ips.first else {
            var kinds: [ProblemType?] = []
            for other in others { kinds.append(try await rejection(of: other)) }
            return kinds
        }
        return try await limiter.run(for: ClientInfo(ip: ip)) {
            try await rejections(of: others, during: ips.dropFirst())
        }
    }

    @Test("V16 concurrent exchanges are limited per client")
    func concurrentExchangesAreLimitedPerClient() async throws {
        let mine = Array(repeating: "192.0.2.1", count: ProviderExchangeLimiter.concurrentPerClient)
        let kinds = try await rejections(of: ["192.0.2.1", "192.0.2.2"], during: mine[...])
        #expect(kinds == [.tooManyRequests, nil])
        #expect(try await rejection(of: "192.0.2.1") == nil)
        // The networks of one site are one client.
        let site = (0..<ProviderExchangeLimiter.concurrentPerClient).map { "2001:db8:1:\($0)::1" }
        #expect(try await rejections(of: ["2001:db8:1:99::1"], during: site[...]) == [.tooManyRequests])
    }

    @Test("V16 concurrent exchanges are limited in total")
    func concurrentExchangesAreLimitedInTotal() async throws {
        let all = (0..<ProviderExchangeLimiter.concurrent).map { "192.0.2.\($0)" }
        #expect(try await rejections(of: ["198.51.100.1"], during: all[...]) == [.temporarilyUnavailable])
    }

    @Test("V16 a client has an hourly allowance of exchanges")
    func aClientHasAnHourlyAllowanceOfExchanges() async throws {
        let now = ContinuousClock.now
        for _ in 0..<ProviderExchangeLimiter.perClientAndHour {
            #expect(try await rejection(of: "192.0.2.1", at: now) == nil)
        }
        #expect(try await rejection(of: "192.0.2.1", at: now) == .tooManyRequests)
        #expect(try await rejection(of: "192.0.2.2", at: now) == nil)
        #expect(try await rejection(of: "192.0.2.1", at: now + .seconds(12)) == nil)
    }
}
