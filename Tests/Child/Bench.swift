import Foundation
import GRDB
import LatchkeyPersistence
import LatchkeySQLite
import LatchkeySecureStorage

/// `bench`: measures what the capabilities promise. Build it with `-c release`.
struct Bench {
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID())")
    private let clock = ContinuousClock()

    func run() async throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await secrets()
        try await records()
    }

    private func secrets() async throws {
        let home = directory.appendingPathComponent("secrets")
        let store = try FileSecureStorage(directory: home, key: .file(home.appendingPathComponent("key")))
        for index in 0..<1000 { try await store.save("secret \(index)", for: "key \(index)") }
        var times: [Duration] = []
        for index in 0..<1000 {
            let start = clock.now
            _ = try await store.load(String.self, for: "key \(index)")
            times.append(start.duration(to: clock.now))
        }
        times.sort()
        Child.say("FileSecureStorage load, 1000 secrets: median \(times[500]), 99 % \(times[990]) (at most 0.2 ms)")
    }

    private func records() async throws {
        let notes = (0..<10_000).map { BenchNote(id: "note \($0)", title: "Screen \($0)", text: Self.text, count: $0) }
        var ratios: [Double] = []
        for round in 0..<7 {
            let plain = try plainGRDB(notes, "plain \(round).sqlite")
            let ours = try await latchkey(notes, "ours \(round).sqlite")
            ratios.append(ours / plain)
            Child.say("  plain GRDB \(plain), SQLitePersistence \(ours)")
        }
        ratios.sort()
        Child.say("SQLitePersistence ÷ plain GRDB, save and load 10,000: median \(ratios[3]) (at most 1.25)")
    }

    private static let text = String(repeating: "The customer says that it fell into the sea. ", count: 4)

    /// The same records as GRDB's own documentation would save them, as durable.
    private func plainGRDB(_ notes: [BenchNote], _ name: String) throws -> Duration {
        let pool = try DatabasePool(path: directory.appendingPathComponent(name).path)
        try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
        try pool.write { db in
            try db.create(table: "benchNote") { table in
                table.primaryKey("id", .text)
                table.column("title", .text).notNull()
                table.column("text", .text).notNull()
                table.column("count", .integer).notNull()
            }
        }
        return try clock.measure {
            try pool.write { db in for note in notes { try note.save(db) } }
            guard try pool.read(BenchNote.fetchAll).count == notes.count else { exit(70) }
        }
    }

    private func latchkey(_ notes: [BenchNote], _ name: String) async throws -> Duration {
        let store = try SQLitePersistence(url: directory.appendingPathComponent(name))
        return try await clock.measure {
            try await store.saveAll(notes)
            guard try await store.loadAll(BenchNote.self).count == notes.count else { exit(70) }
        }
    }
}

struct BenchNote: PersistenceModel, FetchableRecord, PersistableRecord {
    static let persistenceName = "note"
    let id: String
    var title: String
    var text: String
    var count: Int
}
