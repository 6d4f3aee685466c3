import Synchronization

@testable import LatchkeyServer

/// A store that can be replaced while a server uses it.
final class ExchangeableStore: StoreWrapper {
    private let state: Mutex<SQLiteStore>

    init(_ store: SQLiteStore) {
        state = Mutex(store)
    }

    var current: SQLiteStore {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
    var store: any Store { current }
}
