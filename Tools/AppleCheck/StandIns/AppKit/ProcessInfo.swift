// Foundation's on Apple, which Linux leaves out. Pages: foundation/processinfo/activityoptions and its constants,
// processinfo/beginactivity(options:reason:), endactivity(_:); values: NSProcessInfo.h.
extension ProcessInfo {
    public struct ActivityOptions: OptionSet, Sendable {
        public let rawValue: UInt64
        public init(rawValue: UInt64) { self.rawValue = rawValue }
        public static var suddenTerminationDisabled: Self { Self(rawValue: 1 << 14) }
        public static var automaticTerminationDisabled: Self { Self(rawValue: 1 << 15) }
        public static var userInitiatedAllowingIdleSystemSleep: Self { Self(rawValue: 0x00FF_FFFF & ~(1 << 20)) }
    }
    public func beginActivity(options: ActivityOptions = [], reason: String) -> any NSObjectProtocol {
        StandInActivities.shared.begin(options)
    }
    public func endActivity(_ activity: any NSObjectProtocol) { StandInActivities.shared.end(activity) }
}

/// Not Apple's: the activities in progress.
///
/// Proof for `@unchecked Sendable`: the list is accessed only while the lock is held.
public final class StandInActivities: @unchecked Sendable {
    public static let shared = StandInActivities()
    private let lock = NSLock()
    private var begun: [(token: NSObject, options: ProcessInfo.ActivityOptions)] = []
    public var options: [ProcessInfo.ActivityOptions] { lock.withLock { begun.map(\.options) } }

    func begin(_ options: ProcessInfo.ActivityOptions) -> NSObject {
        lock.withLock {
            let token = NSObject()
            begun.append((token, options))
            return token
        }
    }
    func end(_ activity: any NSObjectProtocol) { lock.withLock { begun.removeAll { $0.token === activity } } }
}
