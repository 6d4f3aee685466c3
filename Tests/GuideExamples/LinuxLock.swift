#if os(Linux)
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeySecureStorage

/// An app in a terminal on Linux. It locks after the timeout, whether it is stopped with Ctrl-Z or no one uses it.
@MainActor
struct TerminalLock {
    let lock: PasscodeService

    init(storage: some SecureStorageProtocol) {
        let platform = LockPlatform.linux(storage: storage, sources: [POSIXSignalLifecycleSource()])
        lock = AppLock.device(platform, reason: "Unlock the shop.", afterTenFailures: .erase)
    }

    /// For each key: without the first line the app locks while it is used.
    func handle(_ key: Character, _ app: (Character) -> Void) {
        lock.recordActivity()
        if !lock.isLocked { app(key) }
    }
}
#endif
