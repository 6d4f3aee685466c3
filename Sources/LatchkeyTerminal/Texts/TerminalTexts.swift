internal import LatchkeyCore
internal import LatchkeySession
internal import LatchkeyUI

/// What the terminal app says, in one language.
struct TerminalTexts: Sendable {
    /// What all apps say.
    let screens: ScreenTexts
    private let own: LocalizedTexts<TerminalText>

    private init(_ own: LocalizedTexts<TerminalText>) { (screens, self.own) = (.preferred(from: [own.language]), own) }

    /// The text under the key.
    subscript(_ key: TerminalText) -> String { own[key] }
    /// The text under the key.
    subscript(_ key: ScreenText) -> String { screens[key] }
    /// The text under the key.
    subscript(_ key: SessionText) -> String { screens[key] }

    /// The text as a question, in front of the answer.
    func asking(_ text: ScreenText) -> String { self[.asking].replacing("{label}", with: screens[text]) }

    static let english = TerminalTexts(.english)
    static let french = TerminalTexts(TerminalText.french)

    /// The texts in the language of the environment, as POSIX has it: `LC_ALL`, `LC_MESSAGES`, `LANG`, before which
    /// GNU's `LANGUAGE` is a list. English if the environment names no language that there are texts for.
    static func preferred(in environment: [String: String]) -> TerminalTexts {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        var tags = [locale ?? "C"]
        // <https://www.gnu.org/software/gettext/manual/html_node/The-LANGUAGE-variable.html>: not in the C locale.
        if tags != ["C"], let list = environment["LANGUAGE"] {
            tags = list.split(separator: ":").map(String.init) + tags
        }
        return TerminalTexts(.preferred(from: tags))
    }
}
