#if canImport(Security)
internal import Foundation
internal import Security

extension SecureStorageError {
    /// Maps a status code of the Keychain; no other code does.
    ///
    /// - Parameters:
    ///   - status: Any but errSecSuccess and errSecItemNotFound, which is no error.
    ///   - failure: The error for a status without its own meaning.
    init(status: OSStatus, else failure: (SystemFailure) -> SecureStorageError) {
        self =
            switch status {
            case errSecInteractionNotAllowed, errSecInteractionRequired, errSecInDarkWake: .locked
            case errSecUserCanceled: .cancelled
            case errSecAuthFailed: .authenticationFailed
            case errSecDecode: .unreadable(reason: Self.text(of: status))
            default: failure(SystemFailure(code: status, text: Self.text(of: status)))
            }
    }

    private static func text(of status: OSStatus) -> String {
        SecCopyErrorMessageString(status, nil).map { $0 as String } ?? ""
    }
}
#endif
