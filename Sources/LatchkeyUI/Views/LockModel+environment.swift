#if canImport(SwiftUI)
internal import SwiftUI

private struct AppLockKey: EnvironmentKey {
    static let defaultValue: (any LockModel)? = nil
}

extension EnvironmentValues {
    /// The lock that `.appLock` has applied to the view, or nil.
    var appLock: (any LockModel)? {
        get { self[AppLockKey.self] }
        set { self[AppLockKey.self] = newValue }
    }
}
#endif
