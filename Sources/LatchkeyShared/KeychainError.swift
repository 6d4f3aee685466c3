internal import LatchkeySecureStorage

/// Why a secret behind a match was not read. What is no error of the system's is thrown as a `SecureStorageError`.
public enum KeychainError: Error, Sendable, Hashable {
    /// There is none, or the enrolment has changed since it was stored.
    case itemNotFound
    /// The system's number.
    case unexpectedStatus(Int32)
}

extension KeychainError {
    init?(_ error: SecureStorageError) {
        switch error {
        case .saveFailed(let failure), .loadFailed(let failure), .deleteFailed(let failure):
            self = .unexpectedStatus(failure.code)
        default: return nil
        }
    }
}
