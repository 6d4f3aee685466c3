internal import Dispatch

/// The main actor's queue. On Linux, threads other than the first may run it.
package enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the current code runs on it.
    package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
