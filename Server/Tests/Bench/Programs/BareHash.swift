import ArgumentParser
import CSodium
import Foundation

/// Argon2id with the server's library, on several threads.
struct BareHash: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints hashes a second, seconds of one (median and 99 %), and its processor seconds.")

    @Argument(help: "At most as many as there are cores.") var threads: Int
    @Argument var seconds: Double
    @Option(name: .customLong("memory"), help: "In KiB.") var memoryKiB = 7168
    @Option var passes: UInt64 = 5
    @Option(help: "Hashes a second, each at a fixed distance from the last; as many as possible without.")
    var rate: Double?

    func run() async throws {
        guard sodium_init() >= 0 else { throw ExitCode.failure }
        let begun = ContinuousClock.now
        let end = begun + .seconds(seconds)
        let times = await withTaskGroup(of: [Double].self) { group in
            for thread in 0..<threads {
                group.addTask {
                    var times: [Double] = []
                    var due = begun + .seconds(Double(thread) / (rate ?? .infinity))
                    while due < end {
                        times.append(hash(at: due))
                        due = rate.map { due + .seconds(Double(threads) / $0) } ?? .now
                    }
                    return times
                }
            }
            return await group.reduce(into: []) { $0 += $1 }.sorted()
        }
        let took = (ContinuousClock.now - begun) / .seconds(1)
        let processor = Double(clock()) / Double(CLOCKS_PER_SEC)
        let rank = (times.count - 1) * 99 / 100
        print(Double(times.count) / took, times[times.count / 2], times[rank], processor / Double(times.count))
    }

    /// Returns the seconds from the time when the hash was due to its end.
    private func hash(at due: ContinuousClock.Instant) -> Double {
        let wait = due - .now
        if wait > .zero { Thread.sleep(forTimeInterval: wait / .seconds(1)) }
        var tag = [UInt8](repeating: 0, count: 32)
        let salt = [UInt8](repeating: 7, count: 16)
        let status = crypto_pwhash_argon2id(
            &tag, UInt64(tag.count), "593072", 6, salt, passes, memoryKiB * 1024,
            crypto_pwhash_argon2id_ALG_ARGON2ID13)
        precondition(status == 0, "Argon2id has no memory")
        return (ContinuousClock.now - due) / .seconds(1)
    }
}
