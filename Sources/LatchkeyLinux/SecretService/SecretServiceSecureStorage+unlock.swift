internal import Foundation
public import LatchkeySecureStorage
internal import Synchronization

extension SecretServiceSecureStorage {
    /// Prompts for the keyring's password, or for a new one if there is no keyring. Returns when the keyring is
    /// unlocked; if it already is, there is no prompt.
    ///
    /// Throws `SecureStorageError.cancelled` if the user dismisses the prompt, `SecureStorageError.locked` at the end
    /// of the timeout, and `SecureStorageError.loadFailed(_:)` if there is no keyring.
    ///
    /// A prompt without a response stays on the screen, and the next call waits for it. It is never cancelled: that
    /// crashes gnome-keyring's daemon (an assertion in `gkd-secret-unlock.c` of 42.1), which closes every open keyring
    /// of the user.
    public func unlock(within timeout: Duration = .seconds(120)) async throws(SecureStorageError) {
        guard let result = await prompt().value(within: timeout) else { throw .locked }
        try result.get()
    }

    /// Returns the current prompt, or starts one.
    private func prompt() -> PendingResult<Result<Void, SecureStorageError>> {
        let (pending, isNew) = pendingUnlock.withLock { current in
            if let pending = current { return (pending, false) }
            let pending = PendingResult<Result<Void, SecureStorageError>>()
            current = pending
            return (pending, true)
        }
        // A separate thread, since libsecret may never return from a prompt.
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
