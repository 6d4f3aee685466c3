internal import Foundation
public import LatchkeySecureStorage
internal import Synchronization

extension SecretServiceSecureStorage {
    /// Makes the keyring ask its owner for its password, or for a new one where there is no keyring yet. Returns when
    /// it is open; asks nobody when it is open already.
    ///
    /// Throws `SecureStorageError.cancelled` when the owner dismissed the prompt, `SecureStorageError.locked` when
    /// nobody has answered it within the timeout, and `SecureStorageError.loadFailed(_:)` when there is no keyring.
    ///
    /// A prompt that nobody has answered stays on the screen, and the next call waits for the same one. It is never
    /// cancelled: that ends gnome-keyring's daemon (an assertion in `gkd-secret-unlock.c` of 42.1), and with it every
    /// open keyring of the user.
    public func unlock(within timeout: Duration = .seconds(120)) async throws(SecureStorageError) {
        let answer = prompt()
        guard let result = await answer.value(within: timeout) else { throw .locked }
        try result.get()
    }

    /// The prompt there is, or a new one.
    private func prompt() -> LateAnswer<Result<Void, SecureStorageError>> {
        let (answer, isNew) = asking.withLock { asking in
            if let answer = asking { return (answer, false) }
            let answer = LateAnswer<Result<Void, SecureStorageError>>()
            asking = answer
            return (answer, true)
        }
        // A thread of its own, since libsecret may never come back from a prompt.
        if isNew { Thread.detachNewThread { [self] in ask(answer) } }
        return answer
    }

    private func ask(_ answer: LateAnswer<Result<Void, SecureStorageError>>) {
        let result = Result { () throws(SecureStorageError) in
            guard try isOpenedByOwner() else { throw .cancelled }
        }
        asking.withLock { $0 = nil }
        answer.give(result)
    }

    private func isOpenedByOwner() throws(SecureStorageError) -> Bool {
        do throws(KeyringFailure) {
            return try keyring.connect().prompt(for: service)
        } catch {
            throw SecureStorageError(error, else: SecureStorageError.loadFailed)
        }
    }
}
