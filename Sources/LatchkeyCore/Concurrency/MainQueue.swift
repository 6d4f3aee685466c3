internal import Dispatch

/// Whether the present code runs on the main actor's queue, which other threads than the first one may serve on Linux.
package enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether that is so.
    package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
