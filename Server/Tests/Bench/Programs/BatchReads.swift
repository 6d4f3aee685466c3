import ArgumentParser
import Foundation
import LatchkeyPostgres
import LatchkeyServerCore
import Logging

/// Reads of rows by key with the batch reader.
struct BatchReads: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints reads a second, and the microseconds of this process's time for one.")

    @Argument var address: String
    @Flag(name: .customLong("gate"), help: "Reads by the gate's join.") var isGate = false
    @Argument var rows: UInt32
    @Argument var readers: Int
    @Argument var seconds: Int

    private static let row = PostgresStatement("SELECT digest, kind FROM session_tokens WHERE digest = ANY($1)")
    private static let gate = PostgresStatement(
        """
        SELECT t.digest, t.kind, u.id, u.email, s.id, least(t.expires_at, s.expires_at), s.last_active_at,
          s.lock IS NOT NULL OR t.counts_as_locked, u.passcode_enabled,
          EXISTS (SELECT 1 FROM reservations r WHERE r.account_id = u.id AND r.reserved_at <= $2)
        FROM session_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.account_id
        WHERE t.digest = ANY($1)
        """)

    func run() async throws {
        let settings = PostgresSettings(address: try PostgresAddress(url: address, password: nil), replicas: .none)
        let (isGate, rows) = (isGate, rows)
        let reader = PostgresBatchReader(settings: settings, log: LogThrottle(Logger(label: "bench"))) { keys in
            isGate ? Self.gate(keys, Int64(0)) : Self.row(keys)
        } value: { row in
            isGate ? "\(try row.value(4, as: UUID.self))" : try row.value(1, as: String.self)
        }
        _ = try await reader.read(Self.key(1))
        let (begun, spent) = (ContinuousClock.now, clock())
        let end = begun + .seconds(seconds)
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<readers {
                group.addTask { try await Self.read(by: reader, rows: rows, seed: UInt32(number), until: end) }
            }
            var count = 0
            for try await part in group { count += part }
            return count
        }
        let took = (ContinuousClock.now - begun) / .seconds(1)
        print(Double(count) / took, Double(clock() - spent) / Double(count))
    }

    private static func read(
        by reader: PostgresBatchReader<String>, rows: UInt32, seed: UInt32, until end: ContinuousClock.Instant
    ) async throws -> Int {
        var (number, count) = (seed &* 7919, 0)
        while ContinuousClock.now < end {
            for _ in 0..<16 {
                number = number &* 1_664_525 &+ 1_013_904_223
                guard try await reader.read(key(1 + number % rows)) != nil else { throw PostgresError.conflict }
                count += 1
            }
        }
        return count
    }

    /// Like the script that fills the tables, multiplies the number by a large odd one, so that neighbors are far
    /// apart.
    private static func key(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: (number &* 2_654_435_761).bigEndian) { Array($0) } + [UInt8](repeating: 0, count: 28)
    }
}
