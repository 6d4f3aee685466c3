internal import TerminalKit

/// A question to confirm or decline.
@MainActor
final class ConfirmScreen: AppScreen {
    private let question: String
    private let texts: TerminalTexts
    private let confirmed: @MainActor () async -> Void

    /// - Parameters:
    ///   - question: The text above the keys for yes and no.
    ///   - texts: The texts in the user's language.
    ///   - confirmed: Called once, after the screen is closed.
    init(_ question: String, texts: TerminalTexts, confirmed: @escaping @MainActor () async -> Void) {
        (self.question, self.texts, self.confirmed) = (question, texts, confirmed)
    }

    func content(_ size: TerminalSize) -> ScreenContent {
        ScreenContent(
            lines: Line.wrapped(question, to: size.columns - 4, .bold) + ["", Line(texts[.confirmKeys])],
            isCentred: true,
            keys: [KeyHint(yes, texts[.yes]), KeyHint("n", texts[.no])])
    }

    private var yes: String { String(texts[.yes].prefix(1)) }

    func press(_ key: Key) -> AppAction? {
        switch key {
        case .character(let character) where String(character).lowercased() == yes:
            return .confirm(confirmed)
        case .character("n"), .character("N"), .escape: return .pop
        default: return nil
        }
    }
}
