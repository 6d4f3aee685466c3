import LatchkeyAPI
import Synchronization

/// The rate limits of code exchanges with the provider, per client and in total. Each process has its own.
final class ProviderExchangeLimiter: Sendable {
    /// The maximum number of exchanges per client and hour. An office shares one address.
    static let perClientAndHour = 300
    static let concurrentPerClient = 4
    /// The maximum number of concurrent exchanges: fewer than the connections to the provider, so that discovery and
    /// keys do not wait for them.
    static let concurrent = 32
    private static let interval = Duration.hours(1) / perClientAndHour
    private static let longestList = 1024

    private struct State {
        /// The time until which each client has used its allowance.
        var usedUntil: [String: ContinuousClock.Instant] = [:]
        var running: [String: Int] = [:]
        var total = 0
    }

    private let state = Mutex(State())

    /// Runs the exchange.
    ///
    /// - Throws: `tooManyRequests` or `temporarilyUnavailable` over the limits, before the exchange starts.
    func run<Value: Sendable>(
        for client: ClientInfo, at now: ContinuousClock.Instant = .now, _ exchange: () async throws -> Value
    ) async throws -> Value {
        let network = client.ip.map { ClientNetwork(ip: $0) }
        // A site can choose among many networks.
        let key = network.map { $0.site?.lowerBound ?? $0.text } ?? ""
        try state.withLock { try Self.begin(key, at: now, in: &$0) }
        defer { state.withLock { Self.end(key, in: &$0) } }
        return try await exchange()
    }

    private static func begin(_ key: String, at now: ContinuousClock.Instant, in state: inout State) throws {
        guard state.running[key, default: 0] < concurrentPerClient else {
            throw Problem.tooManyRequests(wait: .seconds(1))
        }
        guard state.total < concurrent else { throw Problem.temporarilyUnavailable() }
        let end = max(state.usedUntil[key] ?? now, now) + interval
        guard now.duration(to: end) <= .hours(1) else { throw Problem.tooManyRequests(wait: interval) }
        if state.usedUntil.count > longestList { state.usedUntil = state.usedUntil.filter { $0.value > now } }
        state.usedUntil[key] = end
        state.running[key, default: 0] += 1
        state.total += 1
    }

    private static func end(_ key: String, in state: inout State) {
        state.total -= 1
        let running = state.running[key, default: 1] - 1
        state.running[key] = running == 0 ? nil : running
    }
}
