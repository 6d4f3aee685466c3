internal import LatchkeyUI

/// What the terminal app says, in one language. A third one is one more file.
struct TerminalTexts: Sendable {
    /// What all apps say.
    let screens: ScreenTexts
    private let texts: [TerminalText: String]

    init(_ screens: ScreenTexts, _ texts: [TerminalText: String]) { (self.screens, self.texts) = (screens, texts) }

    /// The text of that kind.
    subscript(_ text: TerminalText) -> String { texts[text] ?? text.rawValue }
    /// The text of that kind.
    subscript(_ text: ScreenText) -> String { screens[text] }

    /// The text as a question, in front of the answer.
    func asking(_ text: ScreenText) -> String { self[.asking].replacing("{label}", with: screens[text]) }

    /// What has no text in this language.
    var missing: [TerminalText] { TerminalText.allCases.filter { texts[$0] == nil } }

    static let all: [TerminalTexts] = [.english, .french]

    /// The texts in the language of the environment, as POSIX has it: `LC_ALL`, `LC_MESSAGES`, `LANG`, before which GNU's
    /// `LANGUAGE` is a list. English if there are none.
    static func preferred(in environment: [String: String]) -> TerminalTexts {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        var tags = [locale ?? "C"]
        // <https://www.gnu.org/software/gettext/manual/html_node/The-LANGUAGE-variable.html>: not in the C locale.
        if tags != ["C"], let list = environment["LANGUAGE"] {
            tags = list.split(separator: ":").map(String.init) + tags
        }
        let language = ScreenTexts.preferred(from: tags).language
        return all.first { $0.screens.language == language } ?? .english
    }
}
