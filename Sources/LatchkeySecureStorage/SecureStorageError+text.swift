public import Foundation
internal import LatchkeyCore

extension SecureStorageError: LocalizedError {
    /// The error's text in the first of the user's languages that is supported.
    public var errorDescription: String? {
        let texts = LocalizedTexts<StoredDataText>.preferred(from: PreferredLanguages.current)
        return switch self {
        case .encodingFailed, .saveFailed, .unsupportedAccess, .invalidKey: texts[.notSaved]
        case .loadFailed, .busy: texts[.notRead]
        case .deleteFailed: texts[.notDeleted]
        case .decodingFailed: texts[.otherVersion]
        case .unreadable: texts[.damaged]
        case .locked: texts[.locked]
        case .cancelled: texts[.cancelled]
        case .authenticationFailed: texts[.notRecognized]
        case .matchUnavailable: texts[.matchUnavailable]
        case .unsafePermissions(let path): texts[.unsafePermissions].replacing("{path}", with: path)
        }
    }
}
