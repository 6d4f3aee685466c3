import Foundation
import LatchkeyTestSupport

extension SoakUser {
    /// Runs four users until the servers are killed, after a time given by the seed.
    ///
    /// - Parameters:
    ///   - first: The number of the first user, for distinct addresses.
    ///   - kill: Ends the servers, the database or both.
    /// - Returns: The users' records.
    static func load(
        _ servers: [ServerUnderTest], seed: UInt64, from first: Int = 0, kill: () async throws -> Void
    ) async throws -> [SoakBooks] {
        var random = SeededGenerator(seed: seed)
        let delay = Duration.milliseconds(Int.random(in: 50...1500, using: &random))
        return try await withThrowingTaskGroup(of: SoakBooks.self) { group in
            for number in first..<first + 4 {
                group.addTask {
                    // An app and a page at each of two servers.
                    var user = SoakUser(servers[number / 2 % servers.count], number: number, seed: seed)
                    return await user.work()
                }
            }
            // Not a wait for a condition, because the seed determines the time.
            try await Task.sleep(for: delay)
            try await kill()
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}

extension SeededGenerator {
    /// The given number of seeds, or `LATCHKEY_SOAK_ROUNDS`, starting at `LATCHKEY_SOAK_SEED`.
    static func seeds(_ count: UInt64) -> Range<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["LATCHKEY_SOAK_SEED"].flatMap(UInt64.init) ?? 1
        return first..<first + (environment["LATCHKEY_SOAK_ROUNDS"].flatMap(UInt64.init) ?? count)
    }
}
