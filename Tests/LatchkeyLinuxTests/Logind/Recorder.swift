import LatchkeyLifecycle
import Synchronization

/// A recorder of all lifecycle events.
final class Recorder: Sendable {
    private let heard = Mutex<[LifecycleEvent]>([])
    var events: [LifecycleEvent] { heard.withLock { $0 } }

    init(_ lifecycle: AppLifecycleManager) {
        for event in LifecycleEvent.allCases {
            lifecycle.on(event) { self.heard.withLock { $0.append(event) } }
        }
    }
}
