import Foundation
import Testing

/// The store that the test servers have.
enum TestStore {
    case sqlite
    case postgres

    /// SQLite, unless `LATCHKEY_TEST_STORE` is `postgres`.
    static let current = ProcessInfo.processInfo.environment["LATCHKEY_TEST_STORE"] == "postgres" ? postgres : sqlite
}

extension Trait where Self == ConditionTrait {
    /// For what is about SQLite itself: its file, its statements, its locks.
    static var onSQLite: Self { .enabled(if: TestStore.current == .sqlite, "about SQLite alone") }
}
