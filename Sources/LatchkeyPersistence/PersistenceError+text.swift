public import Foundation
internal import LatchkeyCore

extension PersistenceError: LocalizedError {
    /// The error's text in the first of the user's languages that is supported.
    public var errorDescription: String? {
        let texts = LocalizedTexts<StoredDataText>.preferred(from: PreferredLanguages.current)
        return switch self {
        case .encodingFailed, .saveFailed: texts[.notSaved]
        case .loadFailed, .containerCreationFailed: texts[.notRead]
        case .deleteFailed: texts[.notDeleted]
        case .decodingFailed: texts[.otherVersion]
        }
    }
}
