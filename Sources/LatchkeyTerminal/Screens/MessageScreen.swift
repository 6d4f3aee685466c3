internal import TerminalKit

/// A screen that only shows a message.
@MainActor
final class MessageScreen: AppScreen {
    private let text: String

    init(_ text: String) { self.text = text }

    func content(_ size: TerminalSize) -> ScreenContent {
        ScreenContent(lines: [Line(text, .dim)], isCentred: true, keys: [])
    }

    func press(_ key: Key) -> AppAction? { nil }
}
