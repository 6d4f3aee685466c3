public import Foundation
internal import LatchkeyCore
internal import LatchkeySecureStorage

/// The reason that a secret behind a match was not read. Other errors are `SecureStorageError`.
public enum KeychainError: Error, Sendable, Hashable {
    /// There is no such secret, or the enrolment has changed since it was stored.
    case itemNotFound
    /// Another status code of the system.
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

extension KeychainError: LocalizedError {
    /// The error's text in the first of the user's languages that is supported.
    public var errorDescription: String? {
        let texts = LocalizedTexts<StoredDataText>.preferred(from: PreferredLanguages.current)
        return switch self {
        case .itemNotFound: texts[.notFound]
        case .unexpectedStatus: texts[.notRead]
        }
    }
}
