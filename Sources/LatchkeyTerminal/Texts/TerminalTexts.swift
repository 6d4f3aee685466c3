internal import Foundation
internal import LatchkeyCore
internal import LatchkeySession
internal import LatchkeyUI

/// The terminal app's texts in one language.
struct TerminalTexts: Sendable {
    /// The texts of the screens that all apps share, without isolating marks.
    let screens: ScreenTexts
    private let own: LocalizedTexts<TerminalText>

    private init(_ own: LocalizedTexts<TerminalText>) {
        var screens = ScreenTexts.preferred(from: [own.language])
        screens.isolatesValues = false
        (self.screens, self.own) = (screens, own)
    }

    /// The text of the key.
    subscript(_ key: TerminalText) -> String { own[key] }
    /// The text of the key.
    subscript(_ key: ScreenText) -> String { screens[key] }
    /// The text of the key.
    subscript(_ key: SessionText) -> String { screens[key] }

    /// Returns the text as a prompt in front of the input.
    func asking(_ text: ScreenText) -> String { self[.asking].replacing("{label}", with: screens[text]) }

    /// Returns the sentences about a failed system call. If users cannot help themselves, the system's own words are in
    /// parentheses, in English, for administrators.
    ///
    /// - Parameter code: The `errno`.
    func systemFailure(_ code: Int32) -> String {
        switch code {
        case ENOSPC, EDQUOT: self[.diskFull]
        case EACCES, EPERM, EROFS: self[.notPermitted]
        default: self[.systemFailed].replacing("{reason}", with: String(cString: strerror(code)))
        }
    }

    static let english = TerminalTexts(.english)
    static let french = TerminalTexts(TerminalText.french)

    /// Returns the texts in the environment's language. English if no language of the environment is supported.
    static func preferred(in environment: [String: String]) -> TerminalTexts {
        TerminalTexts(.preferred(from: PreferredLanguages.named(in: environment)))
    }
}
