public import Foundation
internal import LatchkeyCore

extension BiometricAuthError {
    /// The text for the user, in one or two sentences.
    public func text(in texts: BiometricTexts) -> String {
        switch self {
        case .notAvailable: texts[.notAvailable]
        case .notEnrolled: texts[.notEnrolled]
        case .devicePasscodeNotSet: texts[.devicePasscodeNotSet]
        case .lockout: texts[.lockout]
        case .userCanceled, .appCanceled: texts[.cancelled]
        case .userFallback: texts[.passcodeRequested]
        case .systemCanceled: texts[.cancelledBySystem]
        case .authenticationFailed: texts[.failed]
        case .systemError(_, let text): text.isEmpty ? texts[.unknown] : text
        }
    }
}

extension BiometricAuthError: LocalizedError {
    /// The error's text in the first of the user's languages that is supported.
    public var errorDescription: String? { text(in: .preferred(from: PreferredLanguages.current)) }
}
