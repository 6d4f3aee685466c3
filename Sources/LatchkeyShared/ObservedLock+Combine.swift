#if canImport(Combine)
public import Combine
internal import LatchkeyUI

extension ObservedLock: ObservableObject {
    /// A publisher that sends after a published property has changed.
    public nonisolated var objectWillChange: ObservableObjectPublisher {
        Task { @MainActor in publish() }
        return publisher
    }

    /// Sends each change from now on. A second call does nothing.
    private func publish() {
        guard !isPublishing else { return }
        isPublishing = true
        let lock = lock
        let follower = ValueFollower {
            [lock.isPasscodeEnabled, lock.isBiometricEnabled, lock.access == .unlocked || lock.access == .unprotected]
        } send: { [weak self] _ in
            self?.publisher.send()
            return self != nil
        }
        follower.follow()
    }
}
#endif
