internal import Foundation
public import LatchkeySecureStorage
internal import Synchronization

extension SecretServiceSecureStorage {
    /// Makes the keyring ask its owner for the password, or for a new one if there is no keyring yet. Returns when the
    /// keyring is unlocked, without a prompt if it is so already.
    ///
    /// Throws `SecureStorageError.cancelled` when the owner dismisses the prompt, `SecureStorageError.locked` when it
    /// is not answered within the timeout, and `SecureStorageError.loadFailed(_:)` when there is no keyring.
    ///
    /// A prompt without an answer stays on the screen, and the next call waits for the same one. It is never cancelled:
    /// that ends gnome-keyring's daemon (an assertion in `gkd-secret-unlock.c` of 42.1), and with it every open keyring
    /// of the user.
    public func unlock(within timeout: Duration = .seconds(120)) async throws(SecureStorageError) {
        guard let result = await prompt().value(within: timeout) else { throw .locked }
        try result.get()
    }

    /// Returns the present prompt, or starts one.
    private func prompt() -> PendingResult<Result<Void, SecureStorageError>> {
        let (pending, isNew) = pendingUnlock.withLock { current in
            if let pending = current { return (pending, false) }
            let pending = PendingResult<Result<Void, SecureStorageError>>()
            current = pending
            return (pending, true)
        }
        // A thread of its own, since libsecret may never return from a prompt.
        if isNew { Thread.detachNewThread { [self] in ask(pending) } }
        return pending
    }

    private func ask(_ pending: PendingResult<Result<Void, SecureStorageError>>) {
        let result = Result { () throws(SecureStorageError) in
            guard try isUnlockedByOwner() else { throw .cancelled }
        }
        pendingUnlock.withLock { $0 = nil }
        pending.resolve(result)
    }

    private func isUnlockedByOwner() throws(SecureStorageError) -> Bool {
        do throws(KeyringFailure) {
            return try keyring.connect().prompt(for: service)
        } catch {
            throw SecureStorageError(error, else: SecureStorageError.loadFailed)
        }
    }
}
