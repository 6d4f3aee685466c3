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
            let isOpen = lock.access == .unlocked || lock.access == .unprotected
            let type = PasscodeService.BiometricType(lock.biometricType)
            return [lock.isPasscodeEnabled, lock.isBiometricEnabled, isOpen, type == .touchID, type == .faceID]
        } send: { [weak self] _ in
            self?.publisher.send()
            return self != nil
        }
        follower.follow()
    }
}
#endif
