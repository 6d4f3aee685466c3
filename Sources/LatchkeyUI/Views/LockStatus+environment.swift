#if canImport(SwiftUI)
internal import LatchkeyLock
internal import SwiftUI

private struct AppLockKey: EnvironmentKey {
    static let defaultValue: LockStatus? = nil
}

extension EnvironmentValues {
    /// The lock that `.appLock` has put over the view, or nil.
    var appLock: LockStatus? {
        get { self[AppLockKey.self] }
        set { self[AppLockKey.self] = newValue }
    }
}
#endif
