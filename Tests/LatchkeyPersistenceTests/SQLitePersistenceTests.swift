import ChildProcess
import Foundation
import LatchkeyPersistence
import LatchkeySQLite
import LatchkeyTestSupport
import Testing

@Suite struct SQLitePersistenceTests {
    private let temporary: TemporaryDirectory
    private var url: URL { temporary.url.appendingPathComponent("records.sqlite") }

    init() throws {
        temporary = try TemporaryDirectory()
    }

    @Test func persistenceInSQLiteKeepsTheContract() async throws {
        try await PersistenceContract { [temporary] in
            try SQLitePersistence(url: temporary.url.appendingPathComponent("\(UUID()).sqlite"))
        }.verify()
    }

    @Test func recordsOutliveTheObject() async throws {
        let ticket = Ticket(id: UUID(), text: "Screen")
        try await SQLitePersistence(url: url).save(ticket)
        #expect(try await SQLitePersistence(url: url).load(Ticket.self, id: ticket.id) == ticket)
    }

    @Test func onlyTheOwnerMayReadTheFiles() async throws {
        let old = umask(0)
        defer { umask(old) }
        let store = try SQLitePersistence(url: url)
        try await store.save(Ticket(id: UUID(), text: ""))
        for suffix in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path + suffix)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(suffix)")
        }
    }

    @Test(arguments: ["", "-wal", "-shm"], [mode_t(0o640), 0o604]) func fileReadableByOthersIsRejected(
        suffix: String, mode: mode_t
    ) async throws {
        let store = try SQLitePersistence(url: url)
        try await store.save(Ticket(id: UUID(), text: "kept"))
        try #require(chmod(url.path + suffix, mode) == 0)
        let error = #expect(throws: PersistenceError.self) { try SQLitePersistence(url: url) }
        guard case .containerCreationFailed(let reason)? = error else { return }
        #expect(reason.contains(url.path + suffix) && reason.contains("0600"))
        try #require(chmod(url.path + suffix, 0o600) == 0)
        #expect(try await SQLitePersistence(url: url).loadAll(Ticket.self).map(\.text) == ["kept"])
        _ = store
    }

    @Test func symbolicLinkIsRejected() async throws {
        let other = temporary.url.appendingPathComponent("other.sqlite")
        try SQLitePersistence(url: other).close()
        try FileManager.default.createSymbolicLink(at: url, withDestinationURL: other)
        #expect(throws: PersistenceError.self) { try SQLitePersistence(url: url) }
    }

    /// Threads with separate connections simulate processes, because SQLite locks between connections.
    @Test func severalFirstStartsAtTheSameTimeAllOpen() async throws {
        let migrations = [Self.appending("b", "AppendB"), Self.appending("c", "AppendC")]
        for round in 0..<12 {
            let url = temporary.url.appendingPathComponent("first-\(round).sqlite")
            let errors = await withTaskGroup(of: (any Error)?.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        await withCheckedContinuation { continuation in
                            Thread.detachNewThread {
                                do {
                                    try SQLitePersistence(url: url, migrations: migrations, busyTimeout: .seconds(60))
                                        .close()
                                    continuation.resume(returning: nil)
                                } catch {
                                    continuation.resume(returning: error)
                                }
                            }
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.compactMap(\.self).isEmpty)
        }
    }

    @Test func twoConnectionsShareRecordsAndWaitForEachOther() async throws {
        let stores = [try SQLitePersistence(url: url), try SQLitePersistence(url: url)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<100 {
                group.addTask { try await stores[index % 2].save(Ticket(id: UUID(), text: "\(index)")) }
            }
            try await group.waitForAll()
        }
        #expect(try await stores[0].loadAll(Ticket.self).count == 100)
        #expect(try await stores[1].loadAll(Ticket.self).count == 100)
    }

    @Test func eachMigrationRunsOnceInOrder() async throws {
        let id = UUID()
        do {
            let store = try SQLitePersistence(url: url)
            try await store.save(Ticket(id: id, text: "a"))
            try await store.save(Ticket(id: UUID(), text: "old"))
            try store.close()
        }
        let migrations = [
            RecordMigration("DropOldTickets", of: "ticket") { $0.range(of: Data("old".utf8)) == nil ? $0 : nil },
            Self.appending("b", "AppendB"), Self.appending("c", "AppendC"),
        ]
        for count in [2, 2, 3, 3] {
            let store = try SQLitePersistence(url: url, migrations: Array(migrations.prefix(count)))
            #expect(try await store.loadAll(Ticket.self).map(\.text) == [count == 2 ? "ab" : "abc"])
            try store.close()
        }
    }

    @Test func aFailedMigrationChangesNothingAndDoesNotOpen() async throws {
        let ticket = Ticket(id: UUID(), text: "a")
        try await SQLitePersistence(url: url).saveAll([ticket])
        struct Counted: Codable { let text: Int }
        let broken = RecordMigration("Broken", of: "ticket") { body in
            try JSONEncoder().encode(JSONDecoder().decode(Counted.self, from: body))
        }
        let reason = "the migration Broken failed at ticket \(ticket.id): DecodingError at text"
        #expect(throws: PersistenceError.containerCreationFailed(reason: reason)) {
            try SQLitePersistence(url: url, migrations: [Self.appending("b", "AppendB"), broken])
        }
        let store = try SQLitePersistence(url: url, migrations: [Self.appending("b", "AppendB")])
        #expect(try await store.loadAll(Ticket.self).map(\.text) == ["ab"])
    }

    @Test func aFileOfANewerVersionIsNotOpened() throws {
        try SQLitePersistence(url: url, migrations: [Self.appending("b", "AppendB")]).close()
        #expect(throws: PersistenceError.containerCreationFailed(reason: "a newer version has written this file")) {
            try SQLitePersistence(url: url)
        }
    }

    @Test func nonDatabaseFilesAreRejectedAndLeftUnchanged() throws {
        let text = Data(String(repeating: "not a database ", count: 500).utf8)
        try text.write(to: url)
        #expect { try SQLitePersistence(url: url) } throws: { error in
            guard case .containerCreationFailed? = error as? PersistenceError else { return false }
            return true
        }
        #expect(try Data(contentsOf: url) == text)
    }

    @Test func closedStoreThrowsErrors() async throws {
        let store = try SQLitePersistence(url: url)
        try store.close()
        await #expect(throws: PersistenceError.self) { try await store.save(Ticket(id: UUID(), text: "")) }
        await #expect(throws: PersistenceError.self) { try await store.loadAll(Ticket.self) }
    }

    @Test func missingDirectoryThrowsAnError() {
        let missing = temporary.url.appendingPathComponent("none/records.sqlite")
        #expect(throws: PersistenceError.containerCreationFailed(reason: "No such file or directory")) {
            try SQLitePersistence(url: missing)
        }
    }

    private static func appending(_ suffix: String, _ name: String) -> RecordMigration {
        RecordMigration(name, of: "ticket") { body in
            var ticket = try JSONDecoder().decode(Ticket.self, from: body)
            ticket.text += suffix
            return try JSONEncoder().encode(ticket)
        }
    }
}
